"""The servers behind the gateway, from the `mcpServers` file that clients already have."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path

from sayso.dataclass import dataclass
from sayso.errors import CommandError
from sayso.gateway.commands import LONGEST_NAME, command_identity, command_name

_WHERE = "mcpServers"
_KNOWN = ("command", "args", "env", "cwd", "url", "headers", "transport", "type", "timeout")
_REMOTE = ("http", "streamable-http", "sse")
_MILLISECONDS = 1000.0
_OURS = "SAYSO_"  # secrets stand there: with them a server could say yes for the person


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that is started as a program and spoken to at its pipe."""

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str | None = None
    seconds: float | None = None
    identity: str = ""  # which one it is, where others may bear its name: a yes is bound to it


@dataclass(frozen=True, slots=True)
class RemoteServer:
    """A server on the network; `is_events` where it speaks the older transport of server-sent events."""

    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    is_events: bool = False
    seconds: float | None = None
    identity: str = ""


Server = LocalServer | RemoteServer


def command_server(
    words: Sequence[str], environment: Mapping[str, str], name: str | None = None, folder: str = ""
) -> LocalServer:
    """The server that a command line starts in a folder, with the environment that a client gave us for it, less what
    is ours. Its name is short, and may be another's, too; a yes is bound to the whole of the command."""
    theirs = {key: value for key, value in environment.items() if not key.startswith(_OURS)}
    called = _checked_name(name) if name is not None else command_name(words) or "server"
    return LocalServer(called, words[0], tuple(words[1:]), theirs, identity=command_identity(words, folder, theirs))


def _checked_name(name: str) -> str:
    if not name.strip() or not name.isprintable() or set("/*?[") & set(name) or len(name) > LONGEST_NAME:
        step = f"use up to {LONGEST_NAME} letters without any of / * ? [, such as files"
        raise CommandError(f"{name!r} cannot be a server's name", "--name", step)
    return name


def read_servers(path: Path) -> tuple[Server, ...]:
    """The servers of a file, as clients write them: `{"mcpServers": {name: {"command" or "url", ...}}}`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise CommandError(f"cannot be read: {wrong.strerror}", str(path), "name the file of your client") from None
    except ValueError as wrong:
        line = getattr(wrong, "lineno", 0)
        raise CommandError(f"is no JSON: {wrong}", f"{path}:{line}" if line else str(path), "mend it there") from None
    inside = data.get(_WHERE) if isinstance(data, dict) else None
    if not isinstance(inside, dict) or not inside:
        step = 'write {"mcpServers": {"name": {"command": "…", "args": []}}}'
        raise CommandError(f"has no {_WHERE}", str(path), step)
    return tuple(_server(str(path), str(name), given) for name, given in inside.items())


def _server(path: str, name: str, given: object) -> Server:
    where = f"{path}: {_WHERE}.{name}"
    if not isinstance(given, dict):
        raise CommandError("must be an object", where, 'give "command" and "args", or "url"')
    kind = given.get("transport", given.get("type"))
    if "url" in given:
        if kind is not None and kind not in _REMOTE:
            raise CommandError(f"has a transport {kind!r} that is none", where, f"use one of: {', '.join(_REMOTE)}")
        url = _text(given, "url", where)
        if not url.startswith(("http://", "https://")):
            raise CommandError("has a url that is none", where, "begin it with http:// or https://")
        headers = _texts(given, "headers", where)
        who = command_identity((url,), "", headers)
        return RemoteServer(name, url, headers, kind == "sse", _seconds(given, where), who)
    if "command" not in given:
        near = next((m for key in given for m in get_close_matches(str(key), _KNOWN, 1)), None)
        raise CommandError("has neither command nor url", where, f"did you mean {near!r}?" if near else "give one")
    arguments = given.get("args", [])
    if not isinstance(arguments, list) or not all(isinstance(a, str) for a in arguments):
        raise CommandError("has args that are no list of texts", where, 'write "args": ["…"]')
    command = _text(given, "command", where)
    folder = _text(given, "cwd", where) if given.get("cwd") is not None else None
    environment = _texts(given, "env", where)
    who = command_identity((command, *arguments), folder or "", environment)
    return LocalServer(name, command, tuple(arguments), environment, folder, _seconds(given, where), who)


def _text(given: Mapping[str, object], key: str, where: str) -> str:
    value = given[key]
    if not isinstance(value, str) or not value:
        raise CommandError(f"has a {key} that is no text", where, "write it in quotes")
    return value


def _texts(given: Mapping[str, object], key: str, where: str) -> dict[str, str]:
    inside = given.get(key, {})
    if not isinstance(inside, dict):
        raise CommandError(f"has {key} that are no object", where, f'write "{key}": {{"NAME": "value"}}')
    return {str(name): str(value) for name, value in inside.items()}


def _seconds(given: Mapping[str, object], where: str) -> float | None:
    """How long a call may take; the file says it in milliseconds."""
    value = given.get("timeout")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise CommandError("has a timeout that is none", where, "give milliseconds, such as 30000")
    return value / _MILLISECONDS
