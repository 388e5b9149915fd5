"""`sayso map`: one message, one request, or many of them, to decisions."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from sayso.errors import CommandError, RequestError, SaysoError
from sayso.face import Engine, standard
from sayso.shapes import tools_of
from sayso.terminal.show import explained, shown

_EPILOG = """examples:
  sayso map "add buy milk tomorrow at 5pm"
  sayso map "complete the first one" --tasks tasks.json --explain
  sayso map "accendi la luce del frigo" --machines machines.json
  sayso map "accendi la luce" --machines machines.json --call '{"name": "machine_command_execute", "arguments": {}}'
  sayso map "what's the weather in Rome tomorrow?" --tools tools.json
  sayso map --batch requests.jsonl > decisions.jsonl
  echo '{"message": "show my tasks"}' | sayso map
"""
_TOOLS = "save the answer to MCP's tools/list, or a list of tools as MCP, OpenAI or Anthropic define them"


def run(arguments: list[str]) -> int:
    """Decide what is asked for."""
    given = _parser().parse_args(arguments)
    engine = standard()
    if given.batch is not None:
        return _batch(engine, given.batch)
    request = _request(given)
    decision = engine.decide(request)
    message = str(request.get("message", ""))
    if given.explain:
        print(explained(decision, message, engine.weights, sys.stdout.isatty()))
    elif given.json or not sys.stdout.isatty():
        print(json.dumps(decision.to_dict(), ensure_ascii=False, indent=2))
    else:
        print(shown(decision, message, is_coloured=True))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sayso map",
        description="Decide what a message asks for. Nothing is carried out.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("message", nargs="?", help="what the person said; without it a request is read from stdin")
    parser.add_argument("--tasks", type=Path, metavar="FILE", help="a JSON list of the person's tasks")
    parser.add_argument("--machines", type=Path, metavar="FILE", help="a JSON list of the machines")
    parser.add_argument("--tools", type=Path, metavar="FILE", help="decide among these: MCP's tools/list, or a list")
    parser.add_argument("--call", metavar="JSON", help="a tool call that somebody else chose, to complete or stop")
    parser.add_argument("--history", type=Path, metavar="FILE", help="a JSON list of earlier turns")
    parser.add_argument("--pending", type=Path, metavar="FILE", help="an earlier decision whose question is open")
    parser.add_argument("--now", help="the time to reckon from, ISO with offset")
    parser.add_argument("--timezone", help="the person's time zone, such as Europe/Rome")
    parser.add_argument("--language", help="en or it; found from the message where not given")
    parser.add_argument("--batch", metavar="FILE", help="decide many requests, one JSON object a line; - reads stdin")
    parser.add_argument("--json", action="store_true", help="JSON even at a terminal")
    parser.add_argument("--explain", action="store_true", help="show how it was decided")
    return parser


def _request(given: argparse.Namespace) -> dict[str, object]:
    if given.message is None:
        if sys.stdin.isatty():
            raise CommandError("no message", "sayso map", 'say what to decide, for example: sayso map "add buy milk"')
        text = sys.stdin.read()
        if not text.strip():
            raise CommandError("no message, and nothing on stdin", "sayso map", 'for example: sayso map "add buy milk"')
        request = _json(text, "stdin")
        if not isinstance(request, dict):
            raise CommandError("not a JSON object", "stdin", 'for example {"message": "show my tasks"}')
        return request
    context: dict[str, object] = {}
    for name in ("tasks", "machines"):
        if getattr(given, name) is not None:
            context[name] = read_list(getattr(given, name))
    if given.timezone is not None:
        context["user"] = {"id": "me", "timezone": given.timezone}
    request = {"message": given.message, "context": context}
    for name in ("history", "pending"):
        if getattr(given, name) is not None:
            request[name] = read_file(getattr(given, name))
    if given.tools is not None:
        request["tools"] = read_tools(given.tools)
    if given.call is not None:
        request["call"] = _json(given.call, "--call")
    for name in ("now", "language"):
        if getattr(given, name) is not None:
            request[name] = getattr(given, name)
    return request


def read_file(path: Path) -> object:
    """What a JSON file holds."""
    try:
        return _json(path.read_text(encoding="utf-8"), str(path))
    except OSError as wrong:
        raise CommandError(f"cannot be read: {wrong.strerror}", str(path), "check the path") from None
    except UnicodeDecodeError:
        raise CommandError("is not UTF-8 text", str(path), "save it as UTF-8") from None


def read_list(path: Path) -> list[object]:
    """The list that a JSON file holds."""
    found = read_file(path)
    if not isinstance(found, list):
        raise CommandError("holds no list", str(path), 'for example [{"id": "1", …}, …]')
    return found


def read_tools(path: Path) -> list[dict[str, object]]:
    """The tools that a JSON file holds, as MCP defines them, whoever's shape they have there."""
    try:
        return tools_of(read_file(path))
    except RequestError as wrong:
        raise CommandError(f"holds no list of tools: {wrong.where} {wrong.what}", str(path), _TOOLS) from None


def _json(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except ValueError as wrong:
        raise CommandError(f"not JSON: {wrong}", where, "mend it there") from None


def _batch(engine: Engine, name: str) -> int:
    if name == "-":
        return _decide_all(engine, sys.stdin)
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as lines:
            return _decide_all(engine, lines)
    except OSError as wrong:
        raise CommandError(f"cannot be read: {wrong.strerror}", name, "check the path") from None


def _decide_all(engine: Engine, lines: TextIO) -> int:
    for answer in _answers(engine, lines):
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 0


def _answers(engine: Engine, lines: TextIO) -> Iterator[dict[str, object]]:
    for line in lines:
        if not line.strip():
            continue
        known = None
        try:
            request = json.loads(line)
            known = request.get("id") if isinstance(request, dict) else None
            yield engine.decide(request).to_dict()
        except SaysoError as wrong:
            yield {"id": known, "error": str(wrong)}
        except (ValueError, RecursionError) as wrong:
            yield {"id": known, "error": f"not JSON: {wrong}"}
