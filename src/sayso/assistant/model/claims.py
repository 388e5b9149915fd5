"""Whether a text claims what no tool result shows; pure, by the words that each language's pack names.

What was done is told from the results, so a model's own words never have to say it: where they speak of deeds,
reassure, tell what only the tools know, or in a language that nobody here can check, they claim something. Nobody here
needs a secret or leads elsewhere: words that do either are not shown.
"""

import re
from collections.abc import Sequence

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.text import tokens
from sayso.regex import regex

_SENTENCE = regex(r"[^.!?…\n]+[.!?…\n]*")
_ITEM = regex(r"^\s*(?:[-*•–]|\d+[.)])\s", re.MULTILINE)
_NUMBER = regex(r"\d+")
_LINK = regex(r"(?i)\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:)")
_FEW = 4  # words that may be in any language
_SPELT = 7  # letters of a word that is known again when it is spelt out


@dataclass(frozen=True, slots=True)
class ClaimChecker:
    """By which languages a text is checked, and what the person said themselves."""

    packs: Sequence[Pack]
    said: str = ""

    def claims(self, text: str) -> bool:
        """Whether a text claims anything, asks for a secret, or leads elsewhere."""
        is_list, is_link = _ITEM.search(text) is not None, _LINK.search(text) is not None
        return is_list or is_link or self._wants_secret(text) or any(map(self._does, sentences(text)))

    def _wants_secret(self, text: str) -> bool:
        """Whether a secret is spoken of, also where its word is spelt out: nobody here ever needs one."""
        words = tuple(word.text for word in tokens(text))
        letters = "".join(words)
        secrets = [pack.speech.secrets for pack in self.packs]
        spelt = ("".join(phrase) for secret in secrets for phrase in secret.phrases)
        return any(secret.is_in(words) for secret in secrets) or any(
            len(whole) >= _SPELT and whole in letters for whole in spelt
        )

    def _does(self, sentence: str) -> bool:
        words = tuple(word.text for word in tokens(sentence))
        spoken = [pack.speech for pack in self.packs]
        if any(speech.deeds.is_in(words) for speech in spoken):
            return True
        is_fact = any(speech.facts.is_in(words) for speech in spoken)
        if is_fact and not sentence.rstrip(" \"'”»)").endswith("?"):
            return True
        is_new = any(number not in _NUMBER.findall(self.said) for number in _NUMBER.findall(sentence))
        if is_new and (is_fact or any(speech.yours.is_in(words) for speech in spoken)):
            return True
        return len(words) >= _FEW and not any(word in pack.hints for word in words for pack in self.packs)


def sentences(text: str) -> list[str]:
    """A text's sentences, with their stops and the blanks after them."""
    return [found for found in _SENTENCE.findall(text) if found.strip()]


class SentenceBuffer:
    """A text that is still being written: hands each sentence on when it is whole, up to the first that claims."""

    def __init__(self, hearing: ClaimChecker) -> None:
        self._hearing = hearing
        self._rest = ""
        self._is_over = False

    def add(self, piece: str) -> str:
        """What may be shown of it now."""
        if self._is_over:
            return ""
        self._rest += piece
        *whole, self._rest = _cut(self._rest)
        shown: list[str] = []
        for sentence in whole:
            if self._hearing.claims(sentence):
                self._is_over = True
                break
            shown.append(sentence)
        return "".join(shown)


_STOP = regex(r"(?<=[.!?…])\s+|\n+")


def _cut(text: str) -> list[str]:
    parts: list[str] = []
    at = 0
    for stop in _STOP.finditer(text):
        parts.append(text[at : stop.end()])
        at = stop.end()
    return [*parts, text[at:]]
