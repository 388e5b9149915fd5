"""The docs site: it builds without a broken link, is made from the code, and loads nothing from elsewhere."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import children
import pytest
from browser import launched
from playwright.sync_api import expect

from sayso import errors
from sayso.cli import COMMANDS
from sayso.domains.shipped import served_tools
from sayso_evals.site.hook import led
from sayso_evals.site.settings_page import meanings, settings

ROOT = Path(__file__).parent.parent
MKDOCS = str(Path(sys.executable).with_name("mkdocs"))
PATIENCE = 1000 * children.PATIENCE  # milliseconds; a busy machine is no reason to fail
LOADED = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=\"?([^\"\s>]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = children.forked(MKDOCS, "build", "--strict", "--site-dir", str(folder))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder


def page(site: Path, name: str) -> str:
    return unescape((site / "reference" / f"{name}.html").read_text(encoding="utf-8"))


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    for path in pages:
        for address in LOADED.findall(path.read_text(encoding="utf-8")):
            assert not address.startswith(("http:", "https:", "//")), (path.name, address)


def test_the_reference_has_every_command_tool_error_and_setting(site: Path) -> None:
    assert all(f"usage: sayso {name}" in page(site, "commands") for name in COMMANDS)
    assert all(f'id="{tool.name}"' in page(site, "tools") for domain in served_tools().domains for tool in domain.tools)
    kinds = [name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)]
    assert all(f"<code>{name}</code>" in page(site, "errors") for name in kinds)
    assert all(f"<code>{setting.name}</code>" in page(site, "settings") for setting in settings())


def test_the_api_is_a_page_that_works_without_a_network(site: Path) -> None:
    described = json.loads((site / "reference/openapi.json").read_text(encoding="utf-8"))
    with launched() as browser:
        context = browser.new_context(offline=True)
        opened = context.new_page()
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        opened.goto((site / "reference/http.html").as_uri(), wait_until="commit", timeout=PATIENCE)
        frame = opened.frame_locator("iframe")
        for tag in described["tags"]:
            expect(frame.locator(f"#operations-tag-{tag['name']}")).to_be_visible(timeout=PATIENCE)
        frame.locator("#operations-tag-decisions").click(timeout=PATIENCE)
        expect(frame.locator(".opblock-summary-path", has_text="decide").first).to_be_visible()
        context.close()
    assert all(address.startswith(("file:", "data:", "blob:")) for address in asked)


def test_the_guide_gives_the_defaults_that_the_code_has() -> None:
    said = meanings()
    checked = 0
    for setting in settings():
        assert setting.name in said
        if setting.default and setting.name != "SAYSO_MQTT_INSECURE":
            assert said[setting.name][0].strip("`").partition(":")[0] == setting.default, setting
            checked += 1
    assert checked > 15


def test_links_that_leave_the_docs_lead_to_copies() -> None:
    text = "[a](../CONTRIBUTING.md#a-release) [b](../deploy/compose.yaml) [c](guard.md) [d](https://example.org/x)"
    assert led(text, "docs/x.md") == (
        "[a](contributing.md#a-release) [b](files/deploy/compose.yaml) [c](guard.md) [d](https://example.org/x)"
    )


def test_the_menu_has_the_words_that_readers_look_for_and_the_projects_own_pages_by_themselves() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    users, project = menu.split("  - Project:\n")
    assert "trials.md" not in users
    for name in ("User trials: trials.md", "Report a vulnerability: reporting.md", "Contributing: contributing.md"):
        assert f"- {name}\n" in project
    for name in ("Accuracy: accuracy.md", "Speed: performance.md", "Glossary: glossary.md"):
        assert f"- {name}\n" in users


def test_the_glossary_explains_the_houses_own_words_in_their_order() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert words == sorted(words, key=str.casefold)
    assert {"desk", "door", "inbox", "shadow mode", "tagger", "unchecked", "wing"} <= set(words)
