"""`sayso say`: one message to the assistant, for the command line and for scripts."""

import argparse
import asyncio
import json
import os
import sys
from uuid import UUID

from sayso.assistant.message import Unheard
from sayso.errors import CommandError, ServerError
from sayso.languages.shipped import load_replies
from sayso.settings import Settings
from sayso.terminal.screen.answer import shown
from sayso.terminal.screen.screen import screen_of
from sayso.terminal.talk.door import add_options, chosen, opened
from sayso.terminal.talk.talk import OutgoingMessage, Talk
from sayso.terminal.talk.turn import ShownTurn
from sayso.terminal.typed.kept import Kept, door_of
from sayso.terminal.typed.meant import spoken
from sayso.terminal.typed.unseen import with_pin

DONE, NOT_DONE, OPEN = 0, 1, 3
_EPILOG = """examples:
  sayso say "add buy milk tomorrow"
  sayso say delete milk              asks: exit code 3
  sayso say yes                      answers it; so does the number of a suggestion
  date +"add call mom on %A" | sayso say -
  sayso say "show my tasks" --server https://tasks.example.org --json

exit codes:
  0  it was done, or there was nothing to do
  1  it could not be done, or nothing was understood
  3  a question stays open: it was printed, and the next `sayso say` answers it
  2, 4, 5  the command, the database or the server is not right: nothing was answered
"""
_MOST_READ = 100_000  # characters: more than this is no message
_IN_DOUBT = "it may have been carried out; see: sayso say 'show my tasks'"


def run(arguments: list[str]) -> int:
    """Say something, and print what is answered."""
    parser = argparse.ArgumentParser(
        prog="sayso say",
        description="Say one thing to the assistant. While the question of the last `sayso say` is open, this is the "
        "answer; otherwise a new conversation begins.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("message", nargs="*", help="what to say; - or nothing reads it from stdin")
    parser.add_argument("--json", action="store_true", help="print the exchange as the API shows it")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--conversation", metavar="ID", help="say it in this conversation")
    where.add_argument("--new", action="store_true", help="begin a new conversation, whatever is open")
    add_options(parser)
    return asyncio.run(_say(parser.parse_args(arguments)))


async def _say(given: argparse.Namespace) -> int:
    text = _text(given.message)
    address = chosen(given)
    settings = Settings.read(os.environ)
    kept = Kept(settings.data_folder, door_of(address, settings.database_url))
    replies = load_replies()
    usual = next(iter(replies.values()))
    async with opened(address) as talk:
        continued = _checked(given.conversation) or (None if given.new else kept.conversation())
        before = await talk.open_turn(continued) if continued else None
        said = with_pin(spoken(text, before, replies.get(before.language, usual) if before else usual), before)
        if said is None:
            raise CommandError("no PIN was typed, and nothing was done", "PIN", "the question stays open")
        is_new = before is None and given.conversation is None
        conversation_id = await talk.begin() if is_new or continued is None else continued
        turn = await _answered(talk, OutgoingMessage(conversation_id, said))
    if given.json:
        print(json.dumps({"conversation_id": conversation_id, **turn.exchange}, ensure_ascii=False, indent=2))
    else:
        print(shown(turn, screen_of(sys.stdout, os.environ), replies.get(turn.language, usual)))
    _keep(kept, conversation_id, turn)
    if turn.is_open:
        return OPEN
    is_lost = turn.status == "decline" and before is None  # a no to a question is understood
    return NOT_DONE if is_lost or turn.is_failed else DONE


async def _answered(talk: Talk, sent: OutgoingMessage) -> ShownTurn:
    try:
        answered = await talk.say(sent)
    except asyncio.CancelledError:
        print(f"sayso say: {_IN_DOUBT if talk.is_in_doubt else 'it was not sent'}", file=sys.stderr)
        raise
    except ServerError as wrong:
        if talk.is_in_doubt:
            raise ServerError(wrong.what, wrong.where, f"{wrong.next_step}; {_IN_DOUBT}") from None
        raise
    if not isinstance(answered, Unheard):
        return answered
    if answered.kind == "no_conversation":
        raise _no_conversation(sent.conversation_id)
    raise CommandError("that question is no longer open", "message", "say what you want in words")


def _checked(conversation_id: str | None) -> str | None:
    """An id that can be one."""
    try:
        return None if conversation_id is None else str(UUID(conversation_id))
    except ValueError:
        raise _no_conversation(conversation_id or "--conversation") from None


def _no_conversation(conversation_id: str) -> CommandError:
    return CommandError("there is no such conversation of yours", conversation_id, "leave --conversation out")


def _keep(kept: Kept, conversation_id: str, turn: ShownTurn) -> None:
    """Keep where the question is, for the next `sayso say`."""
    if not turn.is_open:
        kept.drop()
    elif not kept.keep(conversation_id):
        print(f"sayso say: answer with --conversation {conversation_id}", file=sys.stderr)


def _text(words: list[str]) -> str:
    if words and words != ["-"]:
        return " ".join(words)
    if sys.stdin.isatty():
        raise CommandError("no message", "sayso say", 'for example: sayso say "add buy milk tomorrow"')
    return sys.stdin.read(_MOST_READ)
