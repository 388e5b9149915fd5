"""`sayso chat`: the conversation in the terminal, with the same assistant as everywhere."""

import argparse
import os
import sys
from collections.abc import Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import Any, assert_never

from sayso.assistant.message import Unheard
from sayso.errors import CommandError, SaysoError
from sayso.languages.shipped import load_replies
from sayso.settings import Settings
from sayso.terminal.aside import Aside
from sayso.terminal.reminding import Reminding
from sayso.terminal.screen.answer import shown
from sayso.terminal.screen.clean import clean, one_line
from sayso.terminal.screen.screen import Screen, screen_of
from sayso.terminal.screen.why import explained
from sayso.terminal.talk.address import Address
from sayso.terminal.talk.door import add_options, chosen, opened
from sayso.terminal.talk.talk import Talk
from sayso.terminal.talk.turn import ShownTurn
from sayso.terminal.typed.chat import Chat
from sayso.terminal.typed.completing import CompletionSources
from sayso.terminal.typed.history import History
from sayso.terminal.typed.keyboard import Keyboard, Pipe, typing_of
from sayso.terminal.typed.meant import COMMANDS, Ordered, TerminalCommand, meant
from sayso.terminal.typed.unseen import is_secret, with_pin

_HELLO = """Tell me what to do, for example: add buy milk tomorrow.
A number picks a suggestion, Tab completes, ↑ and Ctrl-R bring back what was typed, Alt-Enter begins a new line;
help says more, exit leaves."""
_IN_DOUBT = "No answer came, and it may have been carried out. /again asks for the answer; nothing is done twice."
_NOT_DONE = "It was not carried out. /again sends it once more."
_NAME_SECONDS = 2.0  # nobody waits longer for the names of things


def run(arguments: list[str]) -> int:
    """Talk until the end of the input."""
    parser = argparse.ArgumentParser(
        prog="sayso chat",
        description="A conversation about your tasks. What is typed is kept in the file `history` of the data folder, "
        "but for lines that begin with a blank.",
    )
    parser.add_argument("message", nargs="*", help=argparse.SUPPRESS)
    add_options(parser)
    given = parser.parse_args(arguments)
    if given.message:
        raise CommandError("takes no message", "sayso chat", 'to say one thing: sayso say "…"')
    address = chosen(given)
    with Aside() as aside:
        stack = AsyncExitStack()
        try:
            talk = aside.run(stack.enter_async_context(opened(address)))
            return _Session(aside, talk).go_on(address)
        finally:
            aside.run(stack.aclose())


class _Session:
    """A chat, from its first line to its last."""

    def __init__(self, aside: Aside, talk: Talk) -> None:
        self._aside = aside
        self._talk = talk
        self._chat = Chat(talk, load_replies())
        self._reminding = Reminding(talk, lambda: self._chat.words)
        self._names: Mapping[str, str] | None = None

    @property
    def _screen(self) -> Screen:
        """As wide as the window is now."""
        return screen_of(sys.stdout, os.environ)

    def go_on(self, address: Address | None) -> int:
        """Read lines and answer them. A person is told what goes wrong and goes on; a program's mistake ends it."""
        is_typed = sys.stdin.isatty() and sys.stdout.isatty()
        keyboard = self._keyboard(address) if is_typed else Pipe()
        looking = self._aside.beside(self._reminding.go_on(keyboard.tell)) if is_typed else None
        try:
            return self._read(keyboard, is_typed)
        finally:
            if looking is not None:
                looking.cancel()

    def _read(self, keyboard: Keyboard | Pipe, is_typed: bool) -> int:
        while True:
            try:
                line = keyboard.line()
                if line is None or not self._take(line):
                    return 0
            except KeyboardInterrupt:
                if keyboard.leaves():
                    return 0 if is_typed else 130
            except SaysoError as wrong:
                if not is_typed:
                    raise
                print(clean(str(wrong)))
                if not isinstance(wrong, CommandError):
                    self._tell_doubt()

    def _tell_doubt(self) -> None:
        """Say what may have become of what got no answer."""
        print(f"\n{_IN_DOUBT}" if self._chat.is_in_doubt else f"\n{_NOT_DONE}")

    def _keyboard(self, address: Address | None) -> Keyboard:
        name = self._aside.run(self._talk.person())
        if address is not None:
            print(f"{address.url}, as {one_line(name)}")
        print(_HELLO)
        folder = Settings.read(os.environ).data_folder
        history = History(folder / "history", is_secret=lambda line: is_secret(line, self._chat.last))
        return Keyboard(typing_of(history, self._known))

    def _take(self, line: str) -> bool:
        """Do what a line asks for; False where it ends the chat."""
        if not line.strip():
            return True
        chat = self._chat
        match meant(line, chat.last, chat.words):
            case TerminalCommand(name):
                return self._obey(name)
            case said:
                given = with_pin(said, chat.last)
                if given is not None:
                    self._answer(chat.say(given))
                return True

    def _obey(self, name: Ordered) -> bool:
        """Do what a command says; False where it ends the chat."""
        match name:
            case "/quit":
                return False
            case "/help":
                print(self._help())
            case "/new":
                self._chat.renew()
            case "/why":
                last = self._chat.last
                print("There is no answer yet." if last is None else explained(last, self._screen, self._named()))
            case "/done":
                print(self._aside.run(self._reminding.done()))
            case "/later":
                print(self._aside.run(self._reminding.later()))
            case "/again":
                self._answer(self._chat.again())
            case impossible:
                assert_never(impossible)
        return True

    def _answer(self, work: Coroutine[Any, Any, ShownTurn | Unheard | None]) -> None:
        self._names = None
        try:
            answered = self._aside.run(work)
        except (KeyboardInterrupt, SystemExit):
            self._tell_doubt()
            raise
        words = self._chat.words
        match answered:
            case None:
                print("Everything was answered.")
            case Unheard("no_conversation"):
                print(words["told_no_conversation"])
            case Unheard():
                print(words["told_question_closed"])
            case turn:
                print(shown(turn, self._screen, self._chat.words))

    def _named(self) -> Mapping[str, str]:
        """The names of tasks and machines by id; they are asked for once after each answer."""
        if self._names is None:
            try:
                self._names = self._aside.run(self._talk.names(), _NAME_SECONDS)
            except (SaysoError, TimeoutError):
                self._names = {}
        return self._names

    def _known(self) -> CompletionSources:
        """What Tab can offer."""
        beginnings = tuple(word.strip() for word in self._chat.words["say_first"].split(","))
        return CompletionSources(self._chat.last, beginnings, tuple(self._named().values()))

    def _help(self) -> str:
        """What can be typed; and where a question is open, that question once more."""
        last = self._chat.last
        told = "\n".join(f"  {name:8} {about}" for name, about in COMMANDS.items())
        is_asked = last is not None and last.is_open
        return f"{told}\n\n{shown(last, self._screen, self._chat.words)}" if last and is_asked else told
