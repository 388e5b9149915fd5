"""The docs' tables of tools, made from the tools' definitions: between two marks, and never by hand."""

import re
from collections.abc import Iterator
from pathlib import Path

from sayso.domains.load import load
from sayso.domains.shipped import FOLDER
from sayso.engine.tool import Parameter, Tool

DOCS = Path(__file__).resolve().parents[2] / "docs"
_MARKED = re.compile(r"(<!-- (tools|hints) of ([\w, ]+): `make packs` writes this table -->\n).*?(<!-- end -->)", re.S)
_HINTS = {
    "is_read_only": "read only",
    "is_destructive": "destructive",
    "is_idempotent": "idempotent",
    "is_open_world": "open world",
}


def with_tables(text: str) -> str:
    """A page with its tables as the definitions have them."""

    def table(found: re.Match[str]) -> str:
        opening, what, domains, closing = found.groups()
        tools = [tool for domain in domains.split(", ") for tool in load(FOLDER / domain).tools]
        rows = _tools(tools) if what == "tools" else _hints(tools)
        return opening + "".join(f"| {' | '.join(cells)} |\n" for cells in rows) + closing

    return _MARKED.sub(table, text)


def pages() -> Iterator[Path]:
    """The pages that hold such a table."""
    return (page for page in sorted(DOCS.glob("*.md")) if _MARKED.search(page.read_text(encoding="utf-8")))


def write_tables() -> Iterator[Path]:
    """Renew the tables of all pages; gives those that were changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        renewed = with_tables(text)
        if renewed != text:
            page.write_text(renewed, encoding="utf-8")
            yield page


def _tools(tools: list[Tool]) -> Iterator[tuple[str, ...]]:
    yield "tool", "intent", "parameters", ""
    yield "---", "---", "---", "---"
    for tool in tools:
        takes = "; ".join(map(_parameter, tool.parameters)) or "none"
        note = "reads only" if tool.is_read_only else "needs the person's yes" if tool.always_confirms else ""
        yield f"`{tool.name}`", f"`{tool.intent}`", takes, note


def _parameter(parameter: Parameter) -> str:
    about = [*(["needed"] if parameter.is_required else []), *_bounds(parameter)]
    if parameter.default not in (None, ""):
        about.append(f"{parameter.default} unless said")
    return f"`{parameter.name}` ({', '.join(about)})" if about else f"`{parameter.name}`"


def _bounds(parameter: Parameter) -> Iterator[str]:
    if parameter.options:
        yield " \\| ".join(parameter.options)
    if parameter.kind == "moment":
        yield "a date, or a time with its offset"
    if parameter.kind == "repetition":
        yield "an RFC 5545 rule"
    if parameter.is_many:
        yield "a list"
    if parameter.most is not None:
        letters = "" if parameter.kind == "number" else " characters"
        yield f"{parameter.least or 0:g}–{int(parameter.most)}{letters}"


def _hints(tools: list[Tool]) -> Iterator[tuple[str, ...]]:
    yield "tool", "hints"
    yield "---", "---"
    for tool in tools:
        yield f"`{tool.name}`", ", ".join(text for name, text in _HINTS.items() if getattr(tool, name))
