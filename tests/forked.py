"""`sayso` for whoever starts it as a process: `forkserver.py` forks the command, this one stands for it."""

import json
import os
import signal
import socket
import sys


def main(path: str, arguments: list[str]) -> int:
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda given, _: server.sendall(bytes([given])))
        request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
        sent = json.dumps(request).encode() + b"\n"
        done = socket.send_fds(server, [sent], [0, 1, 2])
        server.sendall(sent[done:])
        code = int(server.makefile().readline() or 1)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
