"""What a call without words keeps as it came: blanks and empty values that the tool's schema takes, and no others."""

import pytest

from sayso.gateway.as_given import as_given

TOOL = {
    "name": "write_file",
    "inputSchema": {
        "type": "object",
        "properties": {
            "content": {"type": "string", "maxLength": 12},
            "priority": {"type": "string", "enum": ["low", "high"]},
            "ids": {"type": "array", "items": {"type": "integer"}},
            "more": {"type": "object", "required": ["at"], "properties": {"at": {"type": "string"}}},
        },
        "required": ["content"],
    },
}


@pytest.mark.parametrize(
    ("given", "mended", "kept"),
    [
        ({"content": "one\n"}, {"content": "one"}, {"content": "one\n"}),
        ({"content": ""}, {}, {"content": ""}),
        ({"ids": []}, {}, {"ids": []}),
        ({"ids": ["*"]}, {}, {}),
        ({"more": {}}, {}, {}),
        ({"content": "x" * 99}, {}, {}),
        ({"priority": "high "}, {"priority": "high"}, {"priority": "high"}),
        ({"content": "twelve lette  "}, {"content": "twelve lette"}, {"content": "twelve lette"}),
    ],
)
def test_only_what_is_empty_or_blank_comes_back_and_only_where_the_schema_takes_it(
    given: dict[str, object], mended: dict[str, object], kept: dict[str, object]
) -> None:
    assert as_given(TOOL, given, mended) == kept
