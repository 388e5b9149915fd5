"""Rapidfuzz, which is loaded when words are first compared letter by letter: most messages need none of it."""

from sayso.late import late

OSA, LCSseq, fuzz, process = (
    late(f"rapidfuzz.{part}") for part in ("distance.OSA", "distance.LCSseq", "fuzz", "process")
)
