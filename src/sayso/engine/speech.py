"""What a language has to say to a language model, and by which of its words a text claims something."""

from collections.abc import Mapping

from sayso.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PhraseSet:
    """Words and phrases, folded; what ended with a star in the pack stands for all words that begin so."""

    phrases: frozenset[tuple[str, ...]]
    beginnings: tuple[str, ...]

    def is_in(self, words: tuple[str, ...]) -> bool:
        """Whether any of them stands among these words."""
        if any(word.startswith(self.beginnings) for word in words):
            return True
        longest = max(map(len, self.phrases), default=0)
        return any(
            words[at : at + length] in self.phrases
            for length in range(1, longest + 1)
            for at in range(len(words) - length + 1)
        )


@dataclass(frozen=True, slots=True)
class Speech:
    """How a model is spoken to in a language, and how what it says is heard."""

    role: str
    rules: tuple[str, ...]
    style: tuple[str, ...]
    tools: Mapping[str, str]  # what each is for
    told: Mapping[str, str]  # what a call comes back with, and the headings of the guidance
    deeds: PhraseSet  # words of things done, or about to be
    facts: PhraseSet  # words for what only the tools know
    yours: PhraseSet  # words that make a number the person's own
    secrets: PhraseSet  # words for what nobody may ask for
