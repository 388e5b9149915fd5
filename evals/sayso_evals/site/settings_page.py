"""The reference of settings: what the code reads, its kind and bounds; what it means, from the guide."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = tuple(
    ROOT / "src/sayso" / name
    for name in ("settings.py", "authorization_settings.py", "reminder_settings.py", "terminal/talk/address.py")
)
GUIDE = ROOT / "docs/operations.md"
_NAME = re.compile(r"[A-Z]+_[A-Z0-9_]+")
_ROW = re.compile(r"^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| (.*?) \| (.*) \|$", re.MULTILINE)
_KINDS = {
    "number_of": "whole number",
    "flag_of": "`true` or `false`",
    "amount_of": "amount",
    "share_of": "number from 0 to 1",
    "several_of": "list, separated by commas",
    "_origins": "list of origins, separated by commas",
    "_proxies": "list of addresses or networks, separated by commas",
    "_address": "URL",
}
_PATHS = ("_CA", "_AREAS")


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable that the code reads."""

    name: str
    kind: str
    default: str = ""
    bounds: str = ""


def settings() -> list[Setting]:
    """Every variable that the settings read, by its name."""
    found: dict[str, Setting] = {}
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for read in _read(node):
                    found[read.name] = read
        for node in ast.walk(tree):  # what is read by a name that is kept in a variable
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAME.fullmatch(node.value):
                found.setdefault(node.value, Setting(node.value, _guessed(node.value)))
    return [found[name] for name in sorted(found) if name != "XDG_DATA_HOME"]


def meanings() -> dict[str, tuple[str, str]]:
    """What the guide says of each variable: its default in words, and what it means."""
    said = GUIDE.read_text(encoding="utf-8") + (ROOT / "docs/guard.md").read_text(encoding="utf-8")
    told: dict[str, tuple[str, str]] = {}
    for names, default, meaning in _ROW.findall(said):
        several = re.findall(r"`([A-Z0-9_]+)`", names)
        defaults = default.split(", ") if default.count(", ") == len(several) - 1 else [default] * len(several)
        told |= {name: (one, meaning) for name, one in zip(several, defaults, strict=True)}
    return told


def settings_page() -> str:
    """The page."""
    said = meanings()
    rows = [_row(setting, *said[setting.name]) for setting in settings()]
    return "\n".join(
        [
            "# Settings",
            "",
            "Made from the code: every environment variable that Sayso reads, once, when a command starts;",
            "a value that cannot be ends the command with a `SettingsError` that names the variable.",
            "",
            "| variable | kind | default | meaning |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _row(setting: Setting, default: str, meaning: str) -> str:
    kind = f"{setting.kind}, {setting.bounds}" if setting.bounds else setting.kind
    moved = re.sub(r"\]\((?=[\w#])(?!http)", "](../", meaning).replace("](../#", "](../operations.md#")
    links = re.sub(r"\]\((?=[\w#])(?!http)", "](../", default)
    return f"| `{setting.name}` | {kind} | {links} | {moved} |"


def _read(call: ast.Call) -> Iterator[Setting]:
    does = (
        call.func.id
        if isinstance(call.func, ast.Name)
        else call.func.attr
        if isinstance(call.func, ast.Attribute)
        else ""
    )
    given = [_value(argument) for argument in call.args]
    names = [one for one in given if isinstance(one, str) and _NAME.fullmatch(one)]
    if not names or names[0] in ("SAYSO_FLEET",):
        return
    after = given[given.index(names[0]) + 1 :]
    match does:
        case "number_of":
            default, bounds = after[0], after[1]
            assert isinstance(bounds, tuple)
            yield Setting(names[0], _KINDS[does], _plain(default), f"{bounds[0]:,} to {bounds[1]:,}")
        case "flag_of" | "share_of":
            yield Setting(names[0], _KINDS[does], _plain(after[0]))
        case "_one_of":
            options = after[0] if isinstance(after[0], tuple) else ("engine", "cascade", "model")
            yield Setting(names[0], " \\| ".join(f"`{one}`" for one in options))
        case _ if does in _KINDS:
            yield Setting(names[0], _KINDS[does])
        case "get" if len(after) == 1 and isinstance(after[0], str) and after[0]:
            yield Setting(names[0], "text", after[0])


def _value(node: ast.expr) -> object:
    """A value that stands in the code, with what is multiplied or raised in it."""
    try:
        return eval(compile(ast.Expression(node), "settings", "eval"), {"__builtins__": {}}, {})
    except (NameError, AttributeError, TypeError):
        return None


def _plain(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _guessed(name: str) -> str:
    if name.endswith(("_URL", "_WEBHOOK", "_SERVER")):
        return "URL"
    if name == "SAYSO_FLEET":
        return "`simulated` \\| `mqtt` \\| `things5` \\| `none`"
    return "path of a file" if name.endswith(_PATHS) else "text"
