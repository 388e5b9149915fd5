"""What a language says to and about machines, from its machines.yaml."""

from collections.abc import Callable, Iterable, Mapping

from sayso.engine.pack import Machinery, Phrase
from sayso.engine.pattern import WHOLE, Parser, Slots
from sayso.engine.shelf import Index
from sayso.engine.text import fold
from sayso.packs.reader import Files, Reader

Normal = Callable[[str], Iterable[str]]


def machine_room(files: Files, normal: Normal, slots: Slots) -> tuple[Reader, Machinery]:
    """The reader for the patterns of this domain, and its words."""
    data, grammar = files.machines, files.grammar
    macros = {**grammar["macros"], **data["macros"]}
    for name in sorted(set(grammar["macros"]) & set(data["macros"])):
        raise files.fail("machines.yaml", f"  {name}:", f"<{name}> is defined in grammar.yaml too")
    metrics = _phrases(data["metrics"], normal)
    glue = {w for joiner in grammar["joiners"] for w in normal(joiner)} | {
        fold(w) for w in grammar["references"]["articles"]
    }
    minus = frozenset(fold(w) for w in data["minus"])
    numbers = "|".join(sorted(map(fold, grammar["numbers"]["cardinals"]), key=len, reverse=True))
    typed = {
        "metrics": _listed(metrics, glue),
        "amount": f"(?:(?:{'|'.join(minus)}) )?(?:[\\d.]+(?: \\d)?|{numbers})",
    }
    typed["by_amount"] = typed["amount"]
    words = frozenset(w for phrase in metrics for w in phrase)
    slots = Slots({**slots.expressions, **typed}, {**slots.words, "metrics": words})
    reader = Reader(files.fail, "machines.yaml", Parser(macros, normal), slots)

    def folded(key: str) -> frozenset[str]:
        return frozenset(w for text in data[key] for w in normal(str(text)))

    return reader, Machinery(
        _phrases(data["acts"], normal),
        _phrases(data["things"], normal),
        _phrases(data["components"], normal),
        metrics,
        _phrases(data["kinds"], normal),
        _phrases(data["rooms"], normal),
        folded("light_words"),
        folded("everything"),
        folded("no_name"),
        folded("corrections"),
        folded("breaks"),
        Index(reader.many(data["whether"])),
        folded("not_last"),
        minus,
        {kind: Index(reader.many(texts, kind)) for kind, texts in data["foreign"].items()},
        Index(reader.grouped(data["spans"])),
        Index(reader.many(data["latest"])),
        Index(reader.many(data["limits"])),
        Index(reader.grouped(data["states"])),
    )


def _phrases(groups: Mapping[str, Iterable[str]], normal: Normal) -> dict[Phrase, str]:
    return {
        tuple(w for part in str(text).split() for w in normal(part)): name
        for name, texts in groups.items()
        for text in texts
    }


def _listed(phrases: Iterable[Phrase], glue: Iterable[str]) -> str:
    """One or several of these phrases, with "and" and articles between them."""
    longest = sorted({" ".join(p).replace(".", r"\.") for p in phrases}, key=len, reverse=True)
    one = "(?:" + "|".join(f"{p} " for p in longest) + ")"
    between = "(?:(?:" + "|".join(sorted(set(glue))) + ") )*"
    return WHOLE + f"{one}(?:{between}{one})*"
