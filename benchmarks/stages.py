"""Where the time of a decision goes, by stage: over the messages of `benchmarks.speed` and lines of the blind sets.

python -m benchmarks.stages

The processor's clock interrupts every so often, and what is then at work is counted; nothing else is slowed down.
"""

import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from benchmarks import speed
from sayso import Engine
from sayso_evals.blind import LANGUAGES, singles

BLIND = Path(__file__).parent.parent / "tests" / "blind"
EVERY = 0.001  # seconds of processor time
SETS = 3  # of the blind ones, the last
STAGES = (  # the first that the innermost function belongs to; helpers belong to whoever calls them
    ("tagger", ("read/tagger.py",)),
    ("marks for the tagger", ("read/marks.py",)),
    ("words and lines", ("engine/text.py",)),
    ("clauses", ("engine/clauses.py",)),
    ("patterns", ("understand/exact.py",)),
    ("times and numbers", ("engine/values/",)),
    ("records", ("engine/records/", "engine/drafting.py", "engine/meant.py")),
    ("compose", ("engine/compose/",)),
    ("weigh", ("engine/decide.py", "engine/confidence.py", "engine/judge.py", "understand/likeness.py")),
    ("machines", ("engine/capabilities/",)),
    ("decline and tell", ("engine/declining/", "engine/tell.py")),
    ("the message as a whole", ("engine/whole.py", "understand/several.py")),
    ("the request", ("engine/request.py", "sayso/face.py")),
    ("hearing and corrections", ("understand/corrected.py", "understand/hesitations.py", "understand/read.py")),
)
REST = "the rest"


def stage_of(frame: FrameType | None) -> str:
    """The stage that is at work."""
    while frame is not None:
        file = frame.f_code.co_filename
        for name, parts in STAGES:
            if any(part in file for part in parts):
                return name
        frame = frame.f_back
    return REST


def sampled(work: Callable[[], object]) -> Counter[str]:
    """How often each stage was at work."""
    found: Counter[str] = Counter()

    def look(_signal: int, frame: FrameType | None) -> None:
        found[stage_of(frame)] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return found


def main() -> int:
    """Print the share of every stage."""
    engine, known = Engine().warm(), speed.catalogue(100)
    said = [message for language in LANGUAGES for message in speed.messages(language, None)]
    folders = sorted({file.parent for file in BLIND.rglob("single_en.jsonl")})[-SETS:]

    def messages() -> None:
        for message in said:
            engine.decide({"message": message, "now": speed.NOW}, known)

    def blind() -> None:
        for folder in folders:
            for language in LANGUAGES:
                singles(folder, language, engine)

    engine.decide({"message": said[0], "now": speed.NOW}, known)
    both = [sampled(messages), sampled(blind)]
    print(f"{'share of the time in %':28}{'messages':>10}{'blind':>10}")
    for name in (*(name for name, _ in STAGES), REST):
        print(f"{name:28}" + "".join(f"{100 * found[name] / max(found.total(), 1):10.1f}" for found in both))
    return 0


if __name__ == "__main__":
    sys.exit(main())
