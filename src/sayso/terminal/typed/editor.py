"""The line editor: history, search, completion and several lines, by prompt_toolkit; loaded where somebody types."""

from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.history import History as EditorHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from sayso.terminal.typed.completing import CompletionSources, completions
from sayso.terminal.typed.history import History
from sayso.terminal.typed.keyboard import LineCleared

_UNDER = "  "  # before the second line of a message, and those after it


class _KeptHistory(EditorHistory):
    """What was typed before, in our own file: bounded, for its owner alone, without lines that begin with a blank."""

    def __init__(self, kept: History) -> None:
        super().__init__()
        self._kept = kept

    def load_history_strings(self) -> Iterable[str]:
        """The newest first."""
        return reversed(self._kept.lines())

    def append_string(self, string: str) -> None:
        """Keep a line where it may be kept."""
        if self._kept.keep(string):
            super().append_string(string)

    def store_string(self, string: str) -> None:
        """It stands in the file already."""


class _Tab(Completer):
    """What Tab offers for the line before the cursor."""

    def __init__(self, known: Callable[[], CompletionSources]) -> None:
        self._known = known

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002 - the shape of all completers
        """Whole lines, for titles have blanks."""
        line = document.current_line_before_cursor
        for text in completions(line, self._known()):
            yield Completion(text, start_position=-len(line))


class LineEditor:
    """Where a person types. Enter sends, Alt-Enter begins a new line, and what is pasted waits for Enter."""

    def __init__(
        self, history: History | None = None, known: Callable[[], CompletionSources] | None = None, *, prompt: str
    ) -> None:
        self._session: PromptSession[str] = PromptSession(
            prompt,
            history=None if history is None else _KeptHistory(history),
            completer=None if known is None else _Tab(known),
            complete_in_thread=True,  # the titles may have to come from a server
            complete_while_typing=False,
            enable_suspend=True,
            search_ignore_case=True,
            multiline=Condition(lambda: "\n" in self._session.default_buffer.text),
            prompt_continuation=_UNDER,
            key_bindings=_bindings(),
        )

    def line(self) -> str:
        """What is typed next; an EOFError where that was all, a KeyboardInterrupt at Ctrl-C on an empty line."""
        return self._session.prompt()

    async def answer(self) -> str:
        """The same, where a loop is running."""
        return await self._session.prompt_async()

    def tell(self, text: str) -> bool:
        """Show something above the line that is being typed, which stays; False while none is."""
        app = self._session.app
        if not app.is_running or app.loop is None:
            return False
        try:
            app.loop.call_soon_threadsafe(run_in_terminal, lambda: print(text))
        except RuntimeError:  # the line was just sent
            return False
        return True


def _bindings() -> KeyBindings:
    keys = KeyBindings()
    typing = has_focus(DEFAULT_BUFFER)

    @keys.add("enter", filter=typing)
    def send(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("c-c", filter=typing & Condition(lambda: bool(get_app().current_buffer.text)))
    def clear(event: KeyPressEvent) -> None:
        event.app.exit(exception=LineCleared, style="class:aborting")

    @keys.add("escape", "enter", filter=typing)
    def begin_line(event: KeyPressEvent) -> None:
        event.current_buffer.newline(copy_margin=False)

    return keys
