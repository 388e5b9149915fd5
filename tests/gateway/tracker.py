"""A server with issues, as strangers write them: nobody told Sayso anything about it."""

import sys
from pathlib import Path

from fastmcp import FastMCP

server = FastMCP("tracker")
ISSUES = [
    {"id": 4711, "title": "Login bug on Safari", "labels": ["web"]},
    {"id": 4712, "title": "Typo in the manual", "labels": ["docs"]},
    {"id": 4713, "title": "Printer bug", "labels": ["hardware"]},
    {"id": 4714, "title": "Another printer bug", "labels": ["hardware"]},
]


@server.tool(annotations={"readOnlyHint": True})
def list_issues() -> list[dict[str, object]]:
    """List all issues"""
    with Path(sys.argv[1]).open("a") as file:
        file.write("listed\n")
    return ISSUES


@server.tool
def close_issue(issue_id: int) -> str:
    """Close an issue"""
    with Path(sys.argv[1]).open("a") as file:
        file.write(f"closed {issue_id}\n")
    return f"closed {issue_id}"


@server.tool(annotations={"readOnlyHint": True})
def show_issue(issue_id: str) -> str:
    """Show an issue"""
    return f"issue {issue_id}"


server.run(show_banner=False)
