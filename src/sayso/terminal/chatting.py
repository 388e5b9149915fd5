"""`sayso chat`: the conversation in the terminal, with the same assistant as everywhere."""

import argparse
import asyncio
import os
import readline  # noqa: F401 - with it the arrows go back through what was typed
import sys
from contextlib import AsyncExitStack

from sayso.accounts.person import Person
from sayso.assemble import assembled
from sayso.assistant.conversation import Assistant, Exchange, nobody
from sayso.assistant.memory import Posted
from sayso.assistant.message import Pick, Said, Unheard, Words
from sayso.errors import SaysoError
from sayso.face import standard
from sayso.settings import Settings

_HELLO = 'Tell me what to do, for example: add buy milk tomorrow. A number picks a suggestion; "undo" takes the last \
change back; an empty line ends.'
_DIM, _BOLD = "2", "1"


class _Chat:
    """One conversation at a terminal."""

    def __init__(self, assistant: Assistant, person: Person, conversation_id: str) -> None:
        self._assistant = assistant
        self._person = person
        self._id = conversation_id
        self._last: Exchange | None = None

    def said(self, line: str) -> Said:
        """What was typed: a number picks one of the suggestions that are open."""
        last = self._last
        if last is not None and last.is_open and line.isdecimal() and 1 <= int(line) <= len(_offered(last)):
            return Pick(last.assistant.id, int(line) - 1)
        return Words(line)

    async def answer(self, line: str) -> str:
        """What is said to a line, as it is shown."""
        posted = Posted(self._person.id, self._id, self.said(line))
        done = await self._assistant.answer(posted, self._person, "terminal", nobody)
        if isinstance(done, Unheard):
            return "That question is no longer open."
        self._last = done
        return _shown(done, sys.stdout.isatty())


def run(arguments: list[str]) -> int:
    """Talk until an empty line, the end of the input, or Ctrl-C."""
    parser = argparse.ArgumentParser(prog="sayso chat", description="A conversation about your tasks.")
    parser.add_argument("message", nargs="*", help="say this alone, and end")
    given = parser.parse_args(arguments)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        chat = runner.run(_begin(stack))
        try:
            if given.message:
                print(runner.run(chat.answer(" ".join(given.message))))
            else:
                _converse(chat, runner)
        finally:
            runner.run(stack.aclose())
    return 0


async def _begin(stack: AsyncExitStack) -> _Chat:
    parts = await stack.enter_async_context(assembled(Settings.read(os.environ)))
    person = await parts.local_person()
    assistant = parts.assistant(standard())
    return _Chat(assistant, person, (await assistant.memory.begin(person.id)).id)


def _converse(chat: _Chat, runner: asyncio.Runner) -> None:
    is_typed = sys.stdin.isatty()
    if is_typed:
        print(_HELLO)
    while True:
        try:
            line = input("\n> " if is_typed else "").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if not line:
            return
        try:
            print(runner.run(chat.answer(line)))
        except SaysoError as wrong:
            print(wrong)


def _offered(done: Exchange) -> list[dict[str, str]]:
    offered = done.assistant.about.get("suggestions")
    return list(offered) if isinstance(offered, list) else []


def _shown(done: Exchange, is_coloured: bool) -> str:
    lines = [*_marks(done, is_coloured), _painted(done.assistant.content, _BOLD, is_coloured)]
    for number, offer in enumerate(_offered(done) if done.is_open else [], 1):
        about = f"  ({offer['description']})" if offer.get("description") else ""
        lines.append(f"  [{number}] {offer['label']}{about}")
    return "\n".join(lines)


def _marks(done: Exchange, is_coloured: bool) -> list[str]:
    """The words that mattered, at a terminal; elsewhere only the answer is wanted."""
    decision = done.assistant.about.get("decision")
    if not is_coloured or not isinstance(decision, dict):
        return []
    spans = [
        (source["span"], name)
        for step in decision["steps"]
        for name, source in step["sources"].items()
        if source["kind"] == "message" and source.get("span")
    ]
    message = done.user.content
    if not spans or len(message) > 160 or not message.isprintable():
        return []
    marked = [" " * start + "^" * (end - start) + f" {name}" for (start, end), name in sorted(spans)]
    return [_painted(line, _DIM, is_coloured) for line in (message, *marked)]


def _painted(text: str, code: str, is_coloured: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if is_coloured else text
