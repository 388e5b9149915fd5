"""JSON Schema: the same verdict as the reference library, and hostile schemas cost little."""

import re
from time import process_time
from typing import Any

import jsonschema
import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st

from sayso.engine.guarding.check import faults
from sayso.engine.guarding.regular import matches

plain = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([0.5, 1.0, 2.5]) | st.text("ab1", max_size=3)
values = st.recursive(
    plain,
    lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from("abc"), v, max_size=3),
    max_leaves=6,
)
limits = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])
        | st.lists(st.sampled_from(["string", "null", "integer"]), min_size=1, max_size=2, unique=True),
        "enum": st.lists(plain, min_size=1, max_size=3),
        "const": plain,
        "minimum": st.integers(-3, 3),
        "exclusiveMaximum": st.integers(-3, 5),
        "multipleOf": st.sampled_from([1, 2, 0.5]),
        "minLength": st.integers(0, 3),
        "maxLength": st.integers(0, 3),
        "pattern": st.sampled_from(["^a", "b$", "^[ab]+$", "a|1", "^(ab?)*$"]),
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 3),
        "uniqueItems": st.booleans(),
        "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
        "minProperties": st.integers(0, 2),
        "$ref": st.just("#/$defs/x"),
    },
)


def nested(inside: Any) -> Any:
    """Schemas that hold other ones."""
    several = st.lists(inside, min_size=1, max_size=3)
    return st.builds(
        lambda a, b: {**a, **b},
        limits,
        st.fixed_dictionaries(
            {},
            optional={
                "anyOf": several,
                "oneOf": several,
                "allOf": several,
                "not": inside,
                "if": inside,
                "then": inside,
                "items": inside,
                "prefixItems": several,
                "contains": inside,
                "properties": st.dictionaries(st.sampled_from("abc"), inside, max_size=3),
                "additionalProperties": st.booleans() | inside,
                "propertyNames": inside,
            },
        ),
    )


schemas = st.recursive(limits, nested, max_leaves=5)


@pytest.mark.untraced
@examples(400)
@given(value=values, schema=schemas)
def test_the_verdict_is_that_of_the_reference_library(value: Any, schema: dict[str, Any]) -> None:
    whole = {**schema, "$defs": {"x": {"type": ["integer", "string"]}}}
    validator = jsonschema.Draft202012Validator(whole)
    assume("items" not in schema or "prefixItems" not in schema)
    assert (not list(faults(value, whole))) == validator.is_valid(value)


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("date", "2026-11-16", "2026-13-16"),
        ("date-time", "2026-11-16T10:00:00+01:00", "tomorrow"),
        ("time", "10:00:00", "25:00:00"),
        ("email", "ann@example.com", "ann"),
        ("ipv4", "10.0.0.1", "10.0.0.256"),
        ("ipv6", "::1", "::g"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123"),
        ("uri", "https://a.example/x", "a b"),
        ("hostname", "a.example", "-a-"),
    ],
)
def test_formats_are_checked(form: str, right: str, wrong: str) -> None:
    schema = {"type": "string", "format": form}
    assert not list(faults(right, schema))
    assert list(faults(wrong, schema))


LOOP = {"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}}}
HOSTILE: dict[str, tuple[dict[str, Any], Any]] = {
    "a reference to itself": ({"$ref": "#"}, "x"),
    "references that branch without end": (LOOP, "x"),
    "a reference elsewhere": ({"$ref": "https://evil.example/schema.json"}, "x"),
    "a reference to a file": ({"$ref": "file:///etc/passwd"}, "x"),
    "a pattern that backtracks": ({"pattern": "^(a+)+$"}, "a" * 1500 + "b"),
    "a pattern of many stars": ({"pattern": "^.*.*.*.*.*.*.*=.*x$"}, "=" * 1500),
    "a pattern that looks around": ({"pattern": "^(?=(a+)+b)"}, "a" * 1500),
    "a pattern without end": ({"pattern": "a{1,100000}"}, "b"),
    "too much that is not there": ({"required": [f"p{i}" for i in range(10_000)]}, {}),
}


@pytest.mark.parametrize("case", list(HOSTILE))
def test_hostile_schemas_are_faults_within_a_second(case: str) -> None:
    schema, value = HOSTILE[case]
    before = process_time()
    assert any(faults(value, schema))
    assert process_time() - before < 5


def test_ten_thousand_properties_are_no_trouble() -> None:
    schema = {"type": "object", "properties": {f"p{i}": {"type": "integer"} for i in range(10_000)}}
    assert not list(faults({"p7": 3}, schema))
    assert list(faults({"p7": "x"}, schema)) == [("p7", "must be integer")]


@examples(300)
@given(
    pattern=st.text("ab1.|*+?()[]^$-\\d{},2", max_size=10),
    text=st.text("ab1-", max_size=8),
)
def test_patterns_match_as_the_standard_library_matches(pattern: str, text: str) -> None:
    try:
        expected = re.search(pattern, text) is not None
    except (re.error, Warning):
        return
    found = matches(pattern, text)
    assert found is None or found == expected
