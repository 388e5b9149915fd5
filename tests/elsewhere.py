"""A server between a client and `sayso serve` that can lose answers, keep one waiting, or be somebody else's."""

from collections.abc import Callable
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


class Between:
    """Hands requests on to a server. Answers to messages are lost as often as `to_lose` says; while `is_free` is not
    set they are kept back, and `has_arrived` says that there is one."""

    def __init__(self, port: int, to_lose: int = 0) -> None:
        self.port = port
        self.to_lose = to_lose
        self.posts = 0
        self.is_free, self.has_arrived = Event(), Event()
        self.is_free.set()

    def __call__(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("content-length", 0)))
        upstream = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {k: v for k, v in request.headers.items() if k.casefold() not in ("host", "connection")}
        upstream.request(request.command, request.path, body, headers)
        answered = upstream.getresponse()
        content = answered.read()
        upstream.close()
        if request.command == "POST" and request.path.endswith("/messages"):
            self.posts += 1
            self.has_arrived.set()
            self.is_free.wait(60)
            if self.to_lose:
                self.to_lose -= 1
                request.close_connection = True
                return
        reply(request, answered.status, content, dict(answered.getheaders()))


def reply(request: BaseHTTPRequestHandler, status: int, content: bytes, headers: dict[str, str] | None = None) -> None:
    """Answer a request."""
    request.send_response(status)
    for name, value in (headers or {}).items():
        if name.casefold() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
            request.send_header(name, value)
    request.send_header("Content-Length", str(len(content)))
    request.end_headers()
    request.wfile.write(content)


class Elsewhere:
    """An HTTP server on this machine that answers as it is told."""

    def __init__(self, answer: Callable[[BaseHTTPRequestHandler], None]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                answer(self)

            def do_POST(self) -> None:
                answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name is the library's
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "Elsewhere":
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
