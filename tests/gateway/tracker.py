"""A server with issues, as strangers write them: nobody told Sayso anything about it. How they can be found is named on
its command line: a list, a search, or tools that only their output schemas tell of."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastmcp import FastMCP

MARK, KIND = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "list"
server = FastMCP("tracker")
ISSUES: list[dict[str, Any]] = [
    {"id": 4711, "title": "Login bug on Safari", "labels": ["web"]},
    {"id": 4712, "title": "Typo in the manual", "labels": ["docs"]},
    {"id": 4713, "title": "Printer bug", "labels": ["hardware"]},
    {"id": 4714, "title": "Another printer bug", "labels": ["hardware"]},
]
READS = {"readOnlyHint": True}


def mark(text: str) -> None:
    with MARK.open("a") as file:
        file.write(text + "\n")


@dataclass
class Numbered:
    number: int
    title: str


@dataclass
class Entry:
    issue_id: int
    title: str


@dataclass
class Page:
    total: int
    entries: list[Entry]


@dataclass
class Comment:
    comment_id: int
    issue_id: int
    title: str


def list_issues() -> list[dict[str, object]]:
    """List all issues"""
    mark("listed")
    return [dict(issue) for issue in ISSUES]


def search_issues(query: str) -> dict[str, object]:
    """Search issues by words; like many a search, it also finds what only resembles them"""
    mark(f"searched {query}")
    words = {word.rstrip("s") for word in query.lower().split()}
    found = [issue for issue in ISSUES if words & set(issue["title"].lower().split())]
    whole = [issue for issue in found if words <= set(issue["title"].lower().split())]
    return {"warnings": [{"text": "slow"}], "items": whole or found}


def find_issues() -> list[Numbered]:
    """Find the issues of this month"""
    mark("listed")
    return [Numbered(issue["id"], issue["title"]) for issue in ISSUES]


def backlog() -> Page:
    """What is left to do"""
    mark("listed")
    return Page(4, [Entry(issue["id"], issue["title"]) for issue in ISSUES])


def recent_talk() -> list[Comment]:
    """What was said about issues"""
    mark("listed talk")
    return [Comment(1, 4712, "not the login bug")]


def close_issue(issue_id: int) -> str:
    """Close an issue"""
    mark(f"closed {issue_id}")
    return f"closed {issue_id}"


def show_issue(issue_id: str) -> str:
    """Show an issue"""
    return f"issue {issue_id}"


def show_numbered(issue_number: int) -> str:
    """Show an issue by its number"""
    return f"issue {issue_number}"


def list_text_issues() -> list[dict[str, str]]:
    """List all issues"""
    mark("listed")
    titles = ("Login bug", "Dark mode", "Crash on export of pages", "Crash on export of tables")
    return [{"issue_id": f"I-{number}", "title": title} for number, title in enumerate(titles, 1)]


def close_text_issue(issue_id: str) -> str:
    """Close an issue"""
    return close_issue(issue_id)  # type: ignore[arg-type] # its ids are texts


KINDS: dict[str, list[Callable[..., Any]]] = {
    "list": [list_issues, show_issue],
    "search": [search_issues, show_issue],
    "both": [list_issues, search_issues, show_issue],
    "numbers": [find_issues, show_numbered],
    "answers": [backlog, recent_talk, show_issue],
    "talk": [recent_talk, show_issue],
    "none": [show_issue],
    "texts": [list_text_issues, show_issue],
}
for tool in KINDS[KIND]:
    server.tool(tool, name=tool.__name__.replace("_text", ""), annotations=READS)
server.tool(close_text_issue if KIND == "texts" else close_issue, name="close_issue")
server.run(show_banner=False)
