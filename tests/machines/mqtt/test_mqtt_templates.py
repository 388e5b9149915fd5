"""Templates of strangers run in a sandbox that neither loops nor grows; what rests on nothing said says nothing."""

import tracemalloc

import pytest
from growth import growth
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.machines.mqtt.bounds import LARGEST
from sayso.machines.mqtt.sandbox import LONGEST_TEMPLATE
from sayso.machines.mqtt.template import ABSENT, Payload, Raw, filled, parsed


@pytest.mark.parametrize(
    ("template", "payload", "value"),
    [
        ("{{ value_json.a.b }}", '{"a": {"b": 3}}', "3"),
        ("{{value_json['a b'][1]}}", '{"a b": [1, "x"]}', "x"),
        ('{{ value_json["a"] | float | round(1) }}', '{"a": "2.26"}', "2.3"),
        ("{{ value_json.a | int }}", '{"a": 2.9}', "2"),
        ("{{ value_json.a | default('off') }}", "{}", "off"),
        ("{{ value | float(0) }}", "none", "0"),
        ("{{ value | upper }}", "on", "ON"),
        ("{{ value.split(',')[1] | int + 1 }}", "3,4", "5"),
        ("{{ 'ON' if value_json.output else 'OFF' }}", '{"output": false}', "OFF"),
        ("{{ iif(value_json.output, 'ON', 'OFF') }}", '{"output": true}', "ON"),
        ("{% if value_json.s in ['open', 'opening'] %}open{% else %}closed{% endif %}", '{"s": "opening"}', "open"),
        ("{{ {'heat': 'heating', 'idle': 'idle'}[value_json.r] }}", '{"r": "heat"}', "heating"),
        (
            "{{ value_json.params['switch:0'].output | is_defined }}",
            '{"params": {"switch:0": {"output": true}}}',
            "True",
        ),
        ("{{ (value_json.b / 254 * 100) | round }}", '{"b": 127}', "50"),
        ("{% set x = value_json.x %}{{ x ~ '%' }}", '{"x": 7}', "7%"),
        (
            "{{ value_json.t | as_timestamp | timestamp_custom('%H:%M', false) }}",
            '{"t": "2026-01-01T10:30:00Z"}',
            "10:30",
        ),
        ("{{ value_json | tojson }}", '{"a": 1}', '{"a": 1}'),
        ("{{ value | from_json }}", "7", "7"),
        ("{{ value_json.a | bitwise_and(4) > 0 }}", '{"a": 6}', "True"),
        ("{{ ','.join(value_json.l) }}", '{"l": ["a", "b"]}', "a,b"),
        ("{{ value.replace('a', 'b') }}", "ab", "bb"),
        ("{{ '' ~ value.replace('a', 'b').upper() ~ 1 }}", "ab", "BB1"),
        ("{{ value.split(sep=',', maxsplit=1)[1] }}", "a,b,c", "b,c"),
        ("{{ value_json.get('a', {}).get('b', 'x') }}", '{"a": {}}', "x"),
        ("{{ value_json.items() | list }}", '{"a": 1}', "[('a', 1)]"),
        ("{{ value_json.timestamp ~ value_json.title }}", '{"timestamp": 1, "title": "x"}', "1x"),
        ("{{ strptime(value, '%d %m', 'x') }}{{ strptime('1 1', '%d %d', 'y') }}", "no day", "xy"),
        ("{{ max(value_json.a, 3) }}", '{"a": 2}', "3"),
        # what rests on something that the message does not say is not said
        ("{{ value_json.a }}", "no json", ABSENT),
        ("{{ value_json.a }}", "[" * 5000, ABSENT),
        ("{{ value_json.a.b }}", '{"a": 1}', ABSENT),
        ("{{ 'ON' if value_json.output else 'OFF' }}", "{}", ABSENT),
        ("{% if value_json.x == 'open' %}a{% else %}b{% endif %}", "{}", ABSENT),
        ("{{ value_json.a | float }}", '{"a": "warm"}', ABSENT),
        ("{{ 1 / value_json.a }}", '{"a": 0}', ABSENT),
        ("{{ strptime('1 1', '%d %d') }}", "x", ABSENT),
        # a method is no value
        ("{{ value.upper }}", "x", ABSENT),
        ("{{ value['upper'] }}", "x", ABSENT),
        ("{% set f = value['ljust'] %}{{ f }}", "x", ABSENT),
        ("{{ value_json.items }}", "{}", ABSENT),
    ],
)
def test_a_template_is_read(template: str, payload: str, value: Raw) -> None:
    read = parsed(template)
    assert read is not None
    assert read.read(Payload(payload.encode())) == value


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in value_json %}x{% endfor %}",
        "{% macro m() %}x{% endmacro %}{{ m() }}",
        "{% set x %}a{% endset %}{{ x }}",
        "{% include 'x' %}",
        "{{ range(10) }}",
        "{{ states('sensor.x') }}",
        "{{ value_json.__class__.__mro__ }}",
        "{{ value_json['a'].__init__.__globals__ }}",
        "{{ '%s'.format(1) }}",
        "{{ cycler('a') }}",
        "{{ value | regex_findall('(a+)+$') }}",
        "{% set a = [1] %}{% set b = [a, a] %}{{ b }}",
        "{{ __concat__('a') }}",
        "{{ __asked__('a', 'ljust', 9) }}",
        "{% set min = 'a'.ljust %}{{ min(10**10) }}",
        "{% set min = 'a'['ljust'] %}{{ min(10**10) }}",
        "{% set f = 'a'.ljust %}{{ f(10**10) }}",
        "{% set strptime = 1 %}x",
        "{% set a = value.split('~') %}" * 33,
        "{{ value(*value_json) }}",
        "{{ value_json.a",
        "{{ " + "(" * 1000 + "1" + ")" * 1000 + " }}",
        "{{ " + "not " * 900 + "1 }}",
        "x" * (LONGEST_TEMPLATE + 1),
    ],
)
def test_what_is_not_granted_is_left_alone(template: str) -> None:
    assert parsed(template) is None
    assert filled(template, 1) is None


@pytest.mark.parametrize(
    "template",
    [
        "{{ 'x' * 1000000000 }}",
        "{{ [1] * 1000000000 }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ '%1000000000d' % 1 }}",
        "{% set x = value %}" + "{% set x = x ~ x %}" * 40 + "{{ x }}",
        "{% set x = value %}" + "{% set x = x + x %}" * 40 + "{{ x }}",
        "{% set x = 99999 %}" + "{% set x = x * x %}" * 40 + "{{ x }}",
        "{% set x = value ~ value ~ value %}" + "{% set x = x.replace('a', x) %}" * 20 + "{{ x }}",
        "{{ value_json.a | join(value) | join(value) | join(value) }}",
        "{{ value | int(base=99) }}",
    ],
)
def test_nothing_grows(template: str) -> None:
    data = ('{"a": ["' + "a" * 60_000 + '", "b"]}').encode()
    read = parsed(template)
    assert read is None or read.read(Payload(data)) is ABSENT


MANY = "[" + ", ".join(["value"] * 150) + "]"


@pytest.mark.parametrize(
    "template",
    [
        "{% set a = value.split('~') %}" + "{% set a = a + a %}" * 12 + "{{ a | string }}",
        "{% set a = value.split('~') %}" + "{% set a = a + a %}" * 12 + "{{ a | tojson }}",
        *(f"{{{{ {MANY} | {name} }}}}" for name in ("string", "tojson", "upper", "trim", "join", "bool", "from_json")),
        f"{{{{ {MANY} }}}}",
        f"{{{{ {MANY} ~ '' }}}}",
        f"{{{{ '' ~ [{MANY}] }}}}",
        f"{{{{ {{'a': {MANY}}}.values() }}}}",
        f"{{{{ {MANY} | as_datetime }}}}",
        f"{{{{ value[{MANY}] }}}}",
        f"{{{{ strptime({MANY}, '%d') }}}}",
        "{{ " + " ~ ".join(["value"] * 150) + " }}",
        "{{ ','.join([" + ", ".join(["value"] * 140) + "]) }}",
        "{{ '' ~ value.replace('a', value[:300]) }}",
        "{{ 'x'.replace('x', value.replace('a', value[:300])) }}",
        "{{ value.replace('a', value[:300]).replace('b', '') }}",
        "{{ [value.replace('a', value[:300])] | length }}",
        "{{ ('' ~ value.replace('a', value[:300])) | length }}",
    ],
)
def test_what_would_be_too_large_is_not_made(template: str) -> None:
    read, payload = parsed(template), Payload(b"a" * (LARGEST - 6) + b"~")
    assert read is not None
    read.read(payload)  # what is made once is made
    tracemalloc.start()
    try:
        assert read.read(payload) is ABSENT
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 16 * LARGEST


def test_what_is_sent_is_no_larger_than_any_message() -> None:
    assert filled("{{ value }}{{ value }}", "x" * (LARGEST // 2 + 1)) is None
    assert filled('{"a": {"b": {{ value | int }}}}', "3") == '{"a": {"b": 3}}'
    assert filled("{{ value }}", 21.5) == "21.5"


@pytest.mark.parametrize(
    "piece",
    [
        "{{ value | upper }}",
        "{% if value %}x{% endif %}",
        "{{ value ~ 'a' }}",
        "{% set x = value %}",
        "{{ value_json }}",
    ],
)
def test_running_takes_time_that_its_length_warrants(piece: str) -> None:
    payload = Payload(b'{"a": 1}')

    def run(text: str) -> None:
        read = parsed(text)
        if read is not None:
            read.read(payload)

    assert growth(run, piece, 200, 1600) <= 1.1


PIECES = [
    "value",
    "value_json",
    "|",
    "float",
    "default(0)",
    " ",
    "[",
    "]",
    "(",
    ")",
    "'",
    "a",
    ".",
    "~",
    "*",
    "9",
    "if",
    "else",
]
PIECES += [
    "{{",
    "}}",
    "{%",
    "%}",
    "set x =",
    "x",
    "endif",
    "for i in",
    "endfor",
    "is defined",
    "{#",
    "-",
    "\n",
    "round",
    ",",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
def test_whatever_a_template_is_made_of_nothing_breaks(text: str) -> None:
    read = parsed(text)
    if read is not None:
        read.read(Payload(b'{"a": 1}'))
    filled(text, 5)
