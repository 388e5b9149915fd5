"""The command line: `sayso` and one of the commands in the table."""

import argparse
import atexit
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from sayso.errors import CommandError, SaysoError
from sayso.extras import missing_as_extra
from sayso.late import late
from sayso.terminal.signals import heeded

# each command's room is loaded when the command is called, so that none pays for another
COMMANDS = {
    "map": ("sayso.terminal.mapping", "decide what a message asks for"),
    "try": ("sayso.terminal.prompt", "type messages and see decisions"),
    "eval": ("sayso_evals.report", "measure on labelled utterances or acceptance cases"),
    "serve": ("sayso.terminal.hosting", "the assistant in the browser and over HTTP"),
    "link": ("sayso.terminal.linking", "print a link that signs somebody in, once"),
    "chat": ("sayso.terminal.chatting", "the assistant in the terminal"),
    "say": ("sayso.terminal.saying", "one message to the assistant"),
    "doctor": ("sayso.terminal.doctor", "what is configured, reachable, and what to do about the rest"),
    "guidance": ("sayso.terminal.guiding", "how it decides, as text for your own language model"),
    "mcp": ("sayso.terminal.serving", "tasks and machines as an MCP server"),
    "guard": ("sayso.terminal.guarding", "stand before an MCP server, at a client's pipe"),
    "gateway": ("sayso.terminal.gateway", "stand before several MCP servers, on the network"),
    "policy": ("sayso.terminal.policy", "check a policy of the gateway, and try calls against it"),
    "report": ("sayso.terminal.reporting", "what the gateway would have done while it only watched"),
    "machines": ("sayso.terminal.machines", "the machines of your organisation, and what they are doing"),
    "migrate": ("sayso.terminal.migrating", "make or renew the tables of the database"),
    "user": ("sayso.terminal.people", "accounts, and all that is kept about a person"),
    "token": ("sayso.terminal.token", "print an access token"),
    "approve": ("sayso.terminal.approving", "your own yes or no to what waits for it"),
    "audit": ("sayso.terminal.auditing", "what was called, by whom, and what came of it"),
}


_LOADING = 200_000  # objects that a start makes, and that stay: until there are more, none is looked through
_GC_THRESHOLD = (20_000, 20, 20)  # and then rarely


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors say what, where and what to do next, and end with their own exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the tagger's products are small: threads would only be made
    gc.set_threshold(_LOADING)
    gc.callbacks.append(_collect_more_often)
    atexit.register(gc.freeze)  # nothing is looked through at the end, when all of it goes
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or given[0].startswith("-"):
        return _helped(given)
    chosen = given[0]
    if chosen not in COMMANDS:
        near = get_close_matches(chosen, COMMANDS, 1)
        print(f"sayso: {chosen}: there is no such command ({_near(near)})", file=sys.stderr)
        return CommandError.exit_code
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):  # broken bytes and half characters are shown, not crashed on
            stream.reconfigure(errors=errors)
    try:
        with heeded(), missing_as_extra():
            room = importlib.import_module(COMMANDS[chosen][0])
            code: int = room.run(given[1:])
    except SaysoError as wrong:
        print(f"sayso {chosen}: {wrong}", file=sys.stderr)
        return wrong.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader went away: nothing is left to say
        sys.stderr.close()
        return 0
    return code


def _helped(given: Sequence[str]) -> int:
    """What is said where no command is called."""
    parser = argparse.ArgumentParser(prog="sayso", description="Turns what people say into tool calls it can justify.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (_, about) in COMMANDS.items():
        commands.add_parser(name, help=about, add_help=False)
    parser.parse_args(given[:1])
    parser.print_help()
    return 0


def _collect_more_often(_phase: str, _about: dict[str, int]) -> None:
    gc.callbacks.remove(_collect_more_often)
    gc.set_threshold(*_GC_THRESHOLD)


class _Version(argparse.Action):
    """Prints which Sayso this is; to find that out takes longer than many a command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"Sayso {late('importlib.metadata').version('sayso')}")
        parser.exit()


def _near(names: Sequence[str]) -> str:
    return f"did you mean: sayso {names[0]}?" if names else "sayso --help lists them"


if __name__ == "__main__":
    sys.exit(main())
