"""The fields of a stranger's mapping, one by one: of the right shape, or an error that names the field."""

from collections.abc import Mapping, Sequence

from sayso.errors import RequestError


def mapping(given: object, where: str) -> Mapping[str, object]:
    """An object."""
    if not isinstance(given, Mapping):
        raise RequestError(f"must be an object, not {kind_of(given)}", where)
    return given


def list_of(given: object, where: str) -> Sequence[object]:
    """A list; nothing is an empty one."""
    if given is None:
        return ()
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise RequestError(f"must be a list, not {kind_of(given)}", where)
    return given


def text(given: object, where: str) -> str:
    """Text."""
    if not isinstance(given, str):
        raise RequestError(f"must be text, not {kind_of(given)}", where)
    return given


def optional_text(given: object, where: str) -> str | None:
    """Text, or nothing."""
    return None if given is None else text(given, where)


def flag(given: object, where: str) -> bool:
    """True or false."""
    if not isinstance(given, bool):
        raise RequestError(f"must be true or false, not {kind_of(given)}", where)
    return given


def id_of(given: object, where: str) -> str | int | None:
    """An id: text or a number, or nothing."""
    if given is None or (isinstance(given, str | int) and not isinstance(given, bool)):
        return given
    raise RequestError(f"must be text or a number, not {kind_of(given)}", where)


def kind_of(given: object) -> str:
    """What a value is called where it is not what it should be."""
    names = {type(None): "null", bool: "true or false", str: "text", int: "a number", float: "a number", list: "a list"}
    return names.get(type(given), "an object" if isinstance(given, Mapping) else type(given).__name__)
