"""What strangers call their things, made fit to be shown, kept and used as technical names."""

import hashlib
import unicodedata
from collections.abc import Mapping

from sayso.regex import regex

LONGEST_NAME = 100
LONGEST_TOPIC = 512
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))  # control, direction and half characters, line ends
_PLAIN_ID = regex(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")
_WORDS = regex(r"[a-z0-9]+")


def cleaned(text: str, longest: int = LONGEST_NAME) -> str:
    """A text on one line, without what cannot be seen; markup in it is text like any other.

    >>> cleaned("Fridge\\x00\\n <b>A</b> ")
    'Fridge <b>A</b>'
    """
    shown = "".join(" " if unicodedata.category(c) in _HIDDEN else c for c in text[: longest * 4])
    return " ".join(shown.split())[:longest].strip()


def slug(text: str) -> str:
    """A technical name: small letters, digits and underscores.

    >>> slug("Température (sonde 2)")
    'temperature_sonde_2'
    """
    plain = unicodedata.normalize("NFKD", cleaned(text)).casefold()
    return "_".join(_WORDS.findall("".join(c for c in plain if not unicodedata.combining(c))))[:64].strip("_")


def identity(key: str) -> str:
    """The id of a device: what it calls itself where that is plain, else a mark that stands for it."""
    return key if _PLAIN_ID.fullmatch(key) else mark(key)


def mark(key: str) -> str:
    """A short name that is the same for the same key."""
    return "mqtt-" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]


def text_at(values: Mapping[str, object], key: str) -> str:
    """The cleaned text under a key; nothing where there is none."""
    value = values.get(key)
    return cleaned(value) if isinstance(value, str) else ""


def is_topic(topic: object, prefix: str) -> bool:
    """Whether this is one topic to follow or to publish on: no wildcard, nothing of the broker or the discovery."""
    if not isinstance(topic, str) or not topic or len(topic) > LONGEST_TOPIC:
        return False
    if any(c in "+#" or unicodedata.category(c) in ("Cc", "Cs") for c in topic):
        return False
    return not topic.startswith(("$", f"{prefix}/"))
