"""What a line means: words for the assistant, a pick, a yes or no, or a command to the terminal itself."""

from collections.abc import Mapping
from typing import Literal

from sayso.assistant.message import LONGEST, Pick, Said, Words, YesNo
from sayso.confirmations.pending import is_pin
from sayso.dataclass import dataclass
from sayso.errors import CommandError
from sayso.regex import regex
from sayso.terminal.talk.turn import ShownTurn

COMMANDS: Mapping[str, str] = {
    "/help": "what can be typed",
    "/list": "show your tasks",
    "/undo": "take the last change back",
    "/redo": "make it again",
    "/why": "where the last answer comes from, and how sure it is",
    "/done": "mark what you were reminded of last as done",
    "/later": "be reminded of it again in ten minutes",
    "/again": "send what got no answer once more; nothing is done twice",
    "/new": "begin a new conversation",
    "/quit": "leave; Ctrl-D does too",
}
_SPOKEN = {
    "/list": "show_tasks",
    "/undo": "undo_last",
    "/redo": "redo_last",
}  # commands that are said, in the language spoken


_HALVES = regex("[\ud800-\udfff]")  # of characters: what comes of broken bytes, and no database takes
Ordered = Literal["/help", "/why", "/done", "/later", "/again", "/new", "/quit"]


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """A command to the terminal."""

    name: Ordered


def meant(line: str, last: ShownTurn | None, words: Mapping[str, str]) -> Said | TerminalCommand:
    """What a line that is not empty means, after the last turn; `words` are the replies of its language."""
    text = line.strip()
    match text.casefold():
        case "/help" | "/why" | "/done" | "/later" | "/again" | "/new" | "/quit" as name:
            return TerminalCommand(name)
        case "/list" | "/undo" | "/redo" as name:
            return Words(words[_SPOKEN[name]])
        case name if name.startswith("/"):
            raise CommandError("there is no such command", text.split()[0], "see: /help")
        case name if name in alone(words["typed_quit"]):
            return TerminalCommand("/quit")
        case name if name in alone(words["typed_help"]):
            return TerminalCommand("/help")
    return spoken(text, last, words)


def typed_words(replies: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The lines that leave a prompt and that ask for help, of every language: nobody has to know which is spoken."""
    return {name: ", ".join(words[name] for words in replies.values()) for name in ("typed_quit", "typed_help")}


def alone(listed: str) -> tuple[str, ...]:
    """Lines that mean something by themselves, from their list."""
    return tuple(line.strip() for line in listed.split(","))


def yeses(words: Mapping[str, str]) -> tuple[str, str, str]:
    """What says yes at a terminal: the word of a language, its letter, and y."""
    yes = words["told_yes"].casefold()
    return ("y", yes[0], yes)


def spoken(text: str, last: ShownTurn | None, words: Mapping[str, str]) -> Said:
    """What is said: a number picks a suggestion, a letter answers a yes-or-no question, where one is open."""
    text = _HALVES.sub("\ufffd", text).replace("\0", "").strip()
    if not text:
        raise CommandError("there is nothing to say", "message", 'for example "add buy milk tomorrow"')
    if len(text) > LONGEST:
        raise CommandError(f"is longer than {LONGEST} characters", "message", "say it in parts")
    if last is None or not last.is_open:
        return Words(text)
    number = text.strip("[]. ")
    if number.isascii() and number.isdecimal() and 1 <= int(number) <= len(last.offers):
        return Pick(last.id, int(number) - 1)
    if last.takes_pin and is_pin(text):
        return YesNo(last.id, True, text)
    if last.is_confirm:
        letter = text.casefold()
        if letter in yeses(words):
            return YesNo(last.id, True)
        if letter in ("n", words["told_no"][0].casefold(), words["told_no"].casefold()):
            return YesNo(last.id, False)
    return Words(text)
