"""How many examples a property is tried with: the same every time, or new and many more under `make search`."""

from hypothesis import settings

_USUAL = 100  # what Hypothesis tries unless told otherwise


def examples(number: int) -> settings:
    """So many examples, and as many times more as the profile wants."""
    return settings(max_examples=number * settings().max_examples // _USUAL)


def is_searching() -> bool:
    """Whether more is tried than usual."""
    return settings().max_examples > _USUAL
