"""A server on the network that means harm, in plain HTTP: how it answers a call is named by the tool's argument."""

import gzip
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PIECE = b"x" * 1_000_000
ABOUT = {"name": "hostile", "version": "1"}
READ = {"name": "read_it", "annotations": {"readOnlyHint": True}}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


def result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": ABOUT}
    return {"tools": [{**READ, "inputSchema": SCHEMA}]} if method == "tools/list" else {}


class Hostile(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.send_error(405)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "id" not in asked:
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        head = {"jsonrpc": "2.0", "id": asked["id"]}
        if asked["method"] == "tools/call":
            self.answer(head, asked["params"]["arguments"]["name"])
        elif asked["method"] == "server/discover":
            self.send({**head, "error": {"code": -32601, "message": "Method not found"}})
        else:
            self.send({**head, "result": result(asked["method"], asked.get("params", {}))})

    def answer(self, head: dict[str, Any], kind: str) -> None:
        text = {"json": "", "events": "", "packed": "x" * 50_000_000, "some": "x" * 3_000_000}.get(kind, "read")
        whole = {**head, "result": {"content": [{"type": "text", "text": text}]}}
        begun = json.dumps(whole)[: -len('"}]}}')].encode()
        if kind == "json":
            self.without_end("application/json", begun)
        elif kind == "events":
            self.without_end("text/event-stream", b"event: message\ndata: " + begun)
        elif kind == "some":  # a large answer that is none too many
            self.send_bytes("text/event-stream", b"event: message\ndata: " + json.dumps(whole).encode() + b"\n\n")
        elif kind == "packed":
            self.send_bytes("application/json", gzip.compress(json.dumps(whole).encode()), "gzip")
        else:
            self.send(whole)

    def without_end(self, kind: str, begun: bytes) -> None:
        """An answer that ends only when nobody reads on."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            self.wfile.write(begun)
            while True:
                self.wfile.write(PIECE)
        except OSError:
            return

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes("application/json", json.dumps(message).encode())

    def send_bytes(self, kind: str, body: bytes, packing: str = "identity") -> None:
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Content-Encoding", packing)):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Hostile) as server:
        server.daemon_threads = True
        print("ready", flush=True)
        server.serve_forever()
