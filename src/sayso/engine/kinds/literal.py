"""Literals: what is said to the character or not at all: addresses, paths, ids, code, quoted passages."""

import re
from collections.abc import Iterator

from sayso.engine.kinds.spoken import Spoken, SpokenValue
from sayso.regex import regex

_QUOTED = regex(
    r'(?:(?<=[\s(\[:,=])|^)(?:"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»|`([^`\n]+)`|<<([^<>\n]+)>>'
    r"|['‘](?=\S)([^\n]+?)(?<=\S)['’](?=[\s,.;:!?)\]]|$))"
)
_STATEMENT = regex(
    r"\b(?:SELECT\s.+?\sFROM|INSERT\s+INTO|UPDATE\s.+?\sSET|DELETE\s+FROM|(?:CREATE|DROP|ALTER|TRUNCATE)\s+TABLE)\s[^\n]+",
    re.I,
)
_ENDS = "com|org|net|io|dev|edu|gov|ai|it|co|uk|ca|eu|local"
_FORMS = (
    ("url", regex(r"\b(?:https?|ftp|wss?|s3|git)://[^\s\"'<>`\])]+[^\s\"'<>`\]).,;:!?]", re.I)),
    ("email", regex(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("ip", regex(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.])")),
    ("id", regex(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")),
    ("hex", regex(r"(?<![\w])(?:0x[0-9a-fA-F]+|#[0-9a-fA-F]{6}|[0-9a-fA-F]{16,})(?!\w)")),
    ("path", regex(r"(?<![\w/.:])(?:[A-Za-z]:\\|\\\\|~?/|\.{1,2}/)[^\s\"'<>,;`)]*[^\s\"'<>,;`).:!?]")),
    ("path", regex(r"(?<![\w/@])[\w-]+(?:/[\w.-]+)*/[\w-]+\.\w{1,5}\b")),
    ("path", regex(r"(?<![\w/@.])[\w-]+\.(?:[a-z]{2,4}\d?|[A-Z]{2,4})\b(?![\w@/])")),
    ("slashed", regex(r"(?<![\w/@.:])[A-Za-z][\w-]*(?:/[\w.-]*\w)+(?![\w/])")),
    ("host", regex(rf"(?<![\w@/.])(?:[a-z0-9-]+\.){{1,4}}(?:{_ENDS})\b(?:/[^\s\"'<>,;`)]*)?", re.I)),
    ("formula", regex(r"(?<![\w.])(?:\d*[a-z]|\d+)(?:\^|\*\*)\d+(?:\s?[-+*/]\s?[\w.^*]*\w)*")),
    ("formula", regex(r"(?<![\w.])\d+[a-z](?: [-+*/] [\w.^*]*\w)+")),
    ("phone", regex(r"(?<![\w+])\+?\(?\d{2,4}\)?[ -]?\d{3,4}[ -]\d{3,4}(?:[ -]\d{2,4})?(?!\w)")),
    ("id", regex(r"(?<![\w#/.@-])#?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w]+(?:-[\w]+)*(?![\w@/])")),
    ("id", regex(r"(?<![\w/.@-])[A-Za-z]\w*_\w+(?![\w@/])")),
    ("code", regex(r"(?<!\w)[A-Za-z_]\w*\([^()\n]{0,200}\)|\{[^{}\n]{1,400}\}")),
)  # fmt: skip


def find(spoken: Spoken) -> list[SpokenValue]:
    """Every literal, in order and none twice; `value` is exactly its letters.

    Forms: "quoted" (the span lies inside the quotes), "url", "email", "ip", "id", "hex", "path", "slashed" (words
    joined by slashes), "host", "formula", "phone", "code". What is inside a longer literal is left out, but for what is
    inside a quoted passage.
    """
    end = spoken.tokens[-1].end + 2 if spoken.tokens else 0
    written = list(statements(spoken.raw, end))
    quoted = [
        q for q in quotes(spoken.raw, end) if all(q.end <= w.start or q.start >= w.end for w in written)
    ] + written
    out: list[SpokenValue] = []
    for form, shape in _FORMS:
        for m in shape.finditer(spoken.raw, 0, end):
            if all(m.end() <= f.start or m.start() >= f.end for f in out):
                out.append(SpokenValue(m.start(), m.end(), m.group(), form))
    whole = {(q.start, q.end) for q in quoted}
    return sorted([*quoted, *(f for f in out if (f.start, f.end) not in whole)])


def quotes(raw: str, end: int) -> Iterator[SpokenValue]:
    """The quoted passages, without their quotes."""
    for m in _QUOTED.finditer(raw, 0, end):
        group = m.lastindex or 1
        yield SpokenValue(m.start(group), m.end(group), m.group(group), "quoted")


def statements(raw: str, end: int) -> Iterator[SpokenValue]:
    """SQL statements, each to the end of its line: as exact as what is quoted."""
    for m in _STATEMENT.finditer(raw, 0, end):
        told = m.group().rstrip(" ?!\"'`")
        if told.split(" ", 1)[0].isupper():
            yield SpokenValue(m.start(), m.start() + len(told), told, "quoted")
