"""A grid of fleets, ways to speak and calls half made: the one machine that is meant is found, and never another."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from fleets import (
    ALONE,
    ASKED,
    METRICS,
    SAY,
    VOCABULARY,
    Machine,
    Reference,
    Wish,
    fleet,
    references,
    slipped,
    spoken,
    understood,
)

from sayso import Catalogue, Engine

NOW = "2026-11-16T10:00:00+01:00"
SIZES = (1, 2, 3, 5, 8, 13, 21, 34, 50)
LANGUAGES = ("it", "en", "mixed")
SEEDS = (0, 1, 10, 125)  # the last two once held a wrong call: a mistyped place, a machine called A
ROUNDS = 4
EMPTY = dict.fromkeys(("device_id", "device_name", "serial", "machine_command_id", "command_name"), "")
EXTRAS: list[dict[str, object]] = [{"user_id": "user-7"}, {"colour": "blue"}, {"overrides": {"level": 3}}]


@dataclass(frozen=True, slots=True)
class Trial:
    """One decision of the grid, beside what it should have been."""

    names: tuple[str, ...]
    wish: Wish
    style: str  # how the call was half made
    arguments: Mapping[str, object] | None
    steps: Sequence[Mapping[str, object]]

    def acts(self) -> list[str]:
        """The devices that a step would act on, now or after a yes."""
        return [device(s) for s in self.steps if s["status"] in ("call", "confirm")]

    def status(self) -> str:
        open_ones = [str(s["status"]) for s in self.steps if s["status"] != "call"]
        return "decline" if not self.steps else (*open_ones, "call")[0]

    def is_right(self) -> bool:
        """Called, or where a word was mistyped offered, on exactly the pair that is meant."""
        allowed = ("call", "confirm") if self.wish.typo else ("call",)
        return len(self.steps) == 1 and self.status() in allowed and is_for(self.steps[0], self.wish)

    def told(self) -> str:
        got = [(s["status"], s["parameters"], s.get("reason"), offered(s)) for s in self.steps] or "decline"
        wanted = [(m.name, m.id, m.site) for m in self.wish.fitting]
        return (
            f"fleet of {len(self.names)}: {', '.join(self.names[:13])}\n  said {self.wish.message!r} ({self.wish.form})"
            f" call {self.style}: {self.arguments}\n  expected {self.wish.verdict} {self.wish.power} {wanted[:6]}"
            f"\n  got {got}"
        )


def device(step: Mapping[str, object]) -> str:
    parameters = step["parameters"]
    assert isinstance(parameters, dict)
    return str(parameters.get("device_id", ""))


def offered(step: Mapping[str, object]) -> list[str]:
    suggestions = step.get("suggestions") or []
    assert isinstance(suggestions, list)
    return [str(s["value"].get("device_id")) for s in suggestions]


def is_for(step: Mapping[str, object], wish: Wish) -> bool:
    (one,) = wish.fitting
    parameters = step["parameters"]
    assert isinstance(parameters, dict)
    if wish.power in METRICS:
        names = [one.metrics[wish.power]]
        return step["tool_name"] == "metrics_read" and (device(step), parameters.get("metric_names")) == (one.id, names)
    wanted = {"device_id": one.id, "machine_command_id": one.command_id(wish.power)}
    return step["tool_name"] == "machine_command_execute" and parameters == wanted


def half_calls(rng: Random, wish: Wish) -> Iterator[tuple[str, dict[str, object] | None]]:
    """What somebody else may already have made of the message, well or badly."""
    reads = wish.power in METRICS
    command: dict[str, object] = {"metric_names": [wish.power]} if reads else {"command_name": wish.power}
    yield "none", None
    yield "empty", {}
    yield "right command", command
    yield "empty strings", dict(EMPTY)
    yield "wrong extra", dict(rng.choice(EXTRAS))
    yield "no such device", {"device_id": f"machine-{rng.randrange(10**4)}"}
    if len(wish.fitting) == 1:
        yield "right device", {"device_name": wish.fitting[0].name}
    if wish.verdict == "unique" and not reads:
        yield "right command", {"machine_command_id": wish.fitting[0].command_id(wish.power)}
    if wish.strangers:
        other = rng.choice(wish.strangers)
        same = {"machine_command_id": other.command_id(wish.power)} if wish.power in other.powers else {}
        yield "swapped device", {"device_id": other.id}
        yield "swapped device", {"device_id": other.id, **(same or command)}


def ask(engine: Engine, known: Catalogue, wish: Wish, arguments: object) -> list[Mapping[str, object]]:
    request: dict[str, object] = {"message": wish.message, "now": NOW}
    if arguments is not None:
        name = "metrics_read" if wish.power in METRICS else "machine_command_execute"
        request["call"] = {"name": name, "arguments": arguments}
    steps = engine.decide(request, known).to_dict()["steps"]
    assert isinstance(steps, list)
    return steps


def wishes(rng: Random, machines: Sequence[Machine], language: str) -> Iterator[Wish]:
    """Messages for this fleet, in its language or now and then in another."""
    for _ in range(ROUNDS):
        tongue = rng.choice(["it", "en"]) if language == "mixed" or rng.random() < 0.1 else language
        for said in references(rng, machines, tongue):
            yield from sentences(rng, machines, said, tongue)
            slip = slipped(rng, said.bare, VOCABULARY)
            if slip and not said.machine and rng.random() < 0.4:
                yield from sentences(rng, machines, replace(said, form="typo in device", typed=slip), tongue)
        power = rng.choice(list(ALONE[tongue]))
        alone = understood(machines, None, power, rng.choice(ALONE[tongue][power]))
        if alone:
            yield alone


def sentences(rng: Random, machines: Sequence[Machine], said: Reference, language: str) -> Iterator[Wish]:
    """The reference in a sentence, mostly for what a fitting machine can do; now and then mistyped elsewhere."""
    able = [p for p in SAY[language] if any(said.words.fit(m.words, m.site, True) and m.can(p) for m in machines)]
    power = rng.choice(able if able and rng.random() < 0.7 else list(SAY[language]))
    found = understood(machines, said, power, spoken(rng, said, language, power))
    if not found:
        return
    yield found
    slip = slipped(rng, found.message, ASKED[language]) if rng.random() < 0.15 and not said.typed else ""
    if slip:
        yield replace(found, message=slip, form="typo elsewhere", typo=True)


def grid(engine: Engine) -> Iterator[Trial]:
    for size in SIZES:
        for language in LANGUAGES:
            for seed in SEEDS:
                rng = Random(f"{size} {language} {seed}")
                machines: list[Machine] = fleet(rng, size, language)
                known = Catalogue(machines=[m.record() for m in machines])
                names = tuple(m.name for m in machines)
                for wish in wishes(rng, machines, language):
                    styles = list(half_calls(rng, wish))
                    for style, arguments in rng.sample(styles, 2):
                        yield Trial(names, wish, style, arguments, ask(engine, known, wish, arguments))


pytestmark = pytest.mark.untraced  # thousands of decisions
Trials = Callable[[], list[Trial]]


@pytest.fixture(scope="module")
def trials(engine: Engine) -> Trials:
    """The whole grid, decided when the first test asks for it."""
    return cache(lambda: tried(engine))


def tried(engine: Engine) -> list[Trial]:
    done = list(grid(engine))
    by_form = Counter((t.wish.form, t.wish.verdict) for t in done)
    by_style = Counter((t.style, t.wish.verdict) for t in done)
    for counts in (by_form, by_style):
        print()
        for (what, verdict), count in sorted(counts.items()):
            of = [t for t in done if what in (t.wish.form, t.style) and t.wish.verdict == verdict]
            right = sum(t.is_right() for t in of) if verdict == "unique" else ""
            print(f"{what:20} {verdict:8} {count:5} {right:5} {dict(Counter(t.status() for t in of))}")
    return done


def shown(amiss: Sequence[Trial]) -> str:
    return f"{len(amiss)} amiss\n" + "\n".join(t.told() for t in amiss[:20])


def test_the_grid_is_large_and_holds_every_verdict(trials: Trials) -> None:
    assert len(trials()) >= 6000
    counts = Counter(t.wish.verdict for t in trials())
    assert min(counts["unique"], counts["several"], counts["none"]) >= 600


@pytest.mark.parametrize("typo", [False, True], ids=["well spelled", "mistyped"])
def test_the_one_machine_that_is_meant_is_called(typo: bool, trials: Trials) -> None:
    unique = [t for t in trials() if t.wish.verdict == "unique" and t.wish.typo == typo]
    amiss = [t for t in unique if not t.is_right()]
    print(f"\nunique: {len(unique) - len(amiss)} of {len(unique)} called")
    assert len(amiss) <= 0.02 * len(unique), shown(amiss)


def test_several_that_fit_are_asked_about_and_offered(trials: Trials) -> None:
    several = [t for t in trials() if t.wish.verdict == "several"]
    amiss = [t for t in several if not is_asked(t) and not is_read_of_all(t)]
    print(f"\nseveral: {len(several) - len(amiss)} of {len(several)} asked")
    assert not amiss, shown(amiss)


def is_asked(trial: Trial) -> bool:
    if trial.status() != "ask" or trial.acts():
        return False
    fit = {m.id for m in trial.wish.fitting}
    return len(fit) > 5 or fit <= set(offered(trial.steps[0]))


def is_read_of_all(trial: Trial) -> bool:
    """A reading tool may answer for all of several."""
    fit = {m.id for m in trial.wish.fitting}
    return trial.wish.power in METRICS and trial.status() == "call" and set(trial.acts()) == fit


def test_where_nothing_fits_nothing_is_called(trials: Trials) -> None:
    none = [t for t in trials() if t.wish.verdict == "none"]
    amiss = [t for t in none if any(s["status"] == "call" for s in t.steps)]
    print(f"\nnone: {len(none) - len(amiss)} of {len(none)} not called")
    assert not amiss, shown(amiss)


def test_no_other_machine_than_one_that_is_meant_is_ever_acted_on(trials: Trials) -> None:
    amiss = [t for t in trials() if not set(t.acts()) <= {m.id for m in t.wish.fitting}]
    print(f"\nacted on a machine that was not meant: {len(amiss)} of {len(trials())}")
    assert not amiss, shown(amiss)
