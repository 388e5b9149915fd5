"""What a server is called that a command line starts, and what tells it apart from all others."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from sayso.regex import regex

# programs that start what their arguments name
_RUNNERS = regex(
    r"npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|bun|deno|node|tsx|ts-node|uv|python[\d.]*|pypy[\d.]*|py|ruby|php|perl|java|"
    r"dotnet|go|docker|podman|bash|sh|zsh|env|cmd|poetry|hatch"
)
_VERBS = frozenset(("run", "exec", "x", "dlx", "tool", "start", "container", "/c"))  # said to them before it
_VALUED = regex(  # their options whose value is the next word
    r"-[CWXceprvw]|-cp|--(?:cwd|dir|directory|entrypoint|env|env-file|eval|extra|from|import|index-url|loader|memory|mount|name|network|"
    r"package|prefix|project|python|require|user|volume|with|workdir)"
)
_ENDING = regex(r"(?<=.)\.(?:py|pyz|js|mjs|cjs|ts|mts|jar|rb|php|pl|sh|exe|cmd|bat|dll|go|git)$")
_VERSION = regex(r"(?:@|==|\[|:[\w.-]*$).*")
_ASSIGNMENT = regex(r"\w+=.*")
LONGEST_NAME = 48


def command_name(words: Sequence[str]) -> str:
    """What people call the server: the package or script that is started, not the program that starts it.

    >>> command_name(["npx", "-y", "@modelcontextprotocol/server-filesystem", "/dir"])
    'server-filesystem'
    >>> command_name(["python", "a.py"]), command_name(["uvx", "mcp-server-git"]), command_name(["/opt/notes"])
    ('a', 'mcp-server-git', 'notes')
    """
    program = _plain(words[0])
    if _RUNNERS.fullmatch(program) is None:
        return program
    started = _started(words[1:])
    return program if started is None else command_name(words[started + 1 :])


def _started(words: Sequence[str]) -> int | None:
    """Which of a runner's words names what it starts."""
    is_value = False
    for number, word in enumerate(words):
        if is_value or word in _VERBS or _ASSIGNMENT.fullmatch(word):
            is_value = False
        elif word.startswith("-"):
            is_value = _VALUED.fullmatch(word) is not None
        elif _plain(word):
            return number
    return None


def _plain(word: str) -> str:
    """The last part of a path or a package's name, without its version and ending."""
    last = word.replace("\\", "/").rstrip("/").rpartition("/")[2]
    name = _ENDING.sub("", _VERSION.sub("", last) or last)
    return "".join(c for c in name if c.isprintable())[:LONGEST_NAME]


def command_identity(words: Sequence[str], folder: str, given: Mapping[str, str] | None = None) -> str:
    """The same for the same command line, or address, in the same folder with the same that is given to it (its
    environment, its headers: they tell accounts apart), and for no other; nothing in it can be read back."""
    return hashlib.sha256(json.dumps([folder, sorted((given or {}).items()), *words]).encode()).hexdigest()
