"""Evidence to a probability: how likely a step is right, tool and arguments."""

import math
from collections.abc import Iterable, Mapping

from sayso.engine.nouns import Evidence, Mention, Reading
from sayso.engine.understand.likeness import NONE, log_odds
from sayso.engine.understand.read import Understanding

BIAS = "bias"
_LIKENESS = {"plain": "bare wording like the examples", "elsewhere": "bare wording like the examples"}


def probability(evidence: Iterable[Evidence], weights: Mapping[str, float]) -> float:
    """The calibrated probability; what the weights do not know weighs nothing."""
    total = weights.get(BIAS, 0.0) + sum(weights.get(e.name, 0.0) * e.value for e in evidence)
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def of_reading(reading: Reading, heard: Understanding) -> list[Evidence]:
    """What a reading itself says for and against it."""
    said, clause = heard.said, reading.clause
    letters = max(said.flat_at(clause.end) - said.flat_at(clause.start), 1)
    likeness = reading.likeness
    is_fitted = not heard.pack.likeness.intents or reading.intent in heard.pack.likeness.intents
    if likeness is None and not is_fitted:
        likeness = 0.0  # the scorer never saw such wording
    elif likeness is None:
        words = [w.text for w in said.words[clause.start : clause.end]]
        likeness = -log_odds(words, heard.pack.likeness).get(NONE, 0.0)
    out = [
        Evidence(f"said by {reading.grade}", 1.0),
        Evidence(f"{reading.intent} by {reading.grade}", 1.0),
        Evidence(_LIKENESS.get(reading.grade, "wording like the examples"), max(-6.0, min(6.0, likeness)) / 6.0),
        Evidence("share of the words foreseen", min(reading.literal / letters, 1.0)),
    ]
    if not is_fitted and reading.grade == "named":
        out.append(Evidence("a sure wording that was not fitted", 1.0))
    if heard.slips:
        out.append(Evidence("slips mended", float(len(heard.slips))))
    if heard.is_foreign:
        out.append(Evidence("heard in another language", 1.0))
    return out


def of_mention(found: Mention) -> list[Evidence]:
    """What a reference says for and against it."""
    if found.is_open:
        return [Evidence("reference left to the tool", 1.0)]
    if not found.candidates:
        return []
    best = found.candidates[0].fit
    runner = found.lost[0].fit if found.lost else 0.0
    return [
        Evidence("a known record is meant", 1.0),
        Evidence("reference fits", best),
        Evidence("margin to the next record", min(best - runner, 0.5)),
    ]
