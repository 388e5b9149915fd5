"""What mkdocs calls while it builds the site: adds the pages that are made, and copies of files that pages link to."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from sayso_evals.site.api import PAGE, description, interactive
from sayso_evals.site.commands_page import commands_page
from sayso_evals.site.errors_page import errors_page
from sayso_evals.site.settings_page import settings_page
from sayso_evals.site.tools_page import tools_page

ROOT = Path(__file__).resolve().parents[3]
COPIED = {  # pages of the repository that stand outside of docs/, and their names on the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
}
FILES = ("deploy", "examples", "LICENSE")  # what pages show: links to these lead to copies
_LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s#]+)((?:#[^)]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made from the code and what is copied from beside `docs/`."""
    described = description()
    made = {
        "reference/settings.md": settings_page(),
        "reference/commands.md": commands_page(),
        "reference/tools.md": tools_page(),
        "reference/errors.md": errors_page(described),
        "reference/http.md": PAGE,
    }
    made |= {f"reference/{name}": content for name, content in interactive(described).items()}
    made |= {name: led(_text(ROOT / source), source) for source, name in COPIED.items()}
    made |= {f"files/{name.relative_to(ROOT)}": _text(name) for folder in FILES for name in _below(ROOT / folder)}
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """A page of `docs/`, with its links as they are on the site."""
    uri = page.file.src_uri
    is_ours = page.file.generated_by is None and "/" not in uri
    return led(markdown, f"docs/{uri}") if is_ours else markdown


def led(text: str, source: str) -> str:
    """The text of a file of the repository, with links that hold from the root of the site."""

    def link(found: re.Match[str]) -> str:
        opening, target, closing = found.groups()
        return opening + _site(posixpath.normpath(posixpath.join(posixpath.dirname(source), target))) + closing

    return _LINK.sub(link, text)


def _site(target: str) -> str:
    if target in COPIED:
        return COPIED[target]
    if target == "deploy":
        return "deploying.md"
    if target == "examples":
        return "examples.md"
    if target.partition("/")[0] in FILES:
        return f"files/{target}"
    return target.removeprefix("docs/")


def _below(place: Path) -> list[Path]:
    found = [place] if place.is_file() else sorted(place.rglob("*"))
    return [one for one in found if one.is_file() and "__pycache__" not in one.parts and one.suffix != ".pyc"]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
