"""A spotlight, a floodlight or a chandelier is a light, and is switched by the words for one; what plays is the music.
What has a light of its own is not taken for one, and nothing is what is not listed."""

import pytest

from sayso import Engine

NOW = "2026-11-19T10:00:00+01:00"
LAMPS = [
    ("Stage Spotlights", "Stage", "faretti del palco"),
    ("Yard Floodlight", "Yard", "riflettore del cortile"),
    ("Crystal Chandelier", "Foyer", "lampadario dell'atrio"),
    ("Hall Lights", "Hall", "luci del corridoio"),
]


def machine(name: str, place: str, description: str, *commands: str) -> dict[str, object]:
    return {
        "id": name,
        "name": name,
        "serial": name,
        "connected": True,
        "place": place,
        "description": description,
        "commands": [{"id": f"{name}:{c}", "name": c} for c in commands],
        "metrics": ["power"],
    }


def ordered(engine: Engine, message: str, *machines: dict[str, object]) -> list[tuple[str, object]]:
    decision = engine.decide({"message": message, "context": {"machines": list(machines)}, "now": NOW})
    return [(type(s).__name__.lower(), s.action.of("capability_id")) for s in decision.steps]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("{place} lights on", "turn_on"),
        ("turn on the lights in the {place}", "turn_on"),
        ("turn the lights off", "turn_off"),
        ("accendi le luci", "turn_on"),
        ("spegni la luce", "turn_off"),
    ],
)
def test_a_lamp_of_any_kind_is_switched_as_a_light(
    engine: Engine, lamp: tuple[str, str, str], said: str, act: str
) -> None:
    name, place, _ = lamp
    fryer = machine("Fryer", "Kitchen", "friggitrice", "turn_on", "turn_off")
    ((status, capability),) = ordered(
        engine, said.format(place=place.lower()), machine(*lamp, "turn_on", "turn_off"), fryer
    )
    assert (status in ("call", "confirm"), capability) == (True, f"{name}:{act}")


@pytest.mark.parametrize("message", ["turn on the lights", "accendi le luci"])
def test_of_two_lamps_none_is_picked(engine: Engine, message: str) -> None:
    lamps = [machine(*lamp, "turn_on", "turn_off") for lamp in LAMPS[:2]]
    found = ordered(engine, message, *lamps)
    assert len(found) == 2 or [status for status, _ in found] == ["ask"]
    assert all(status != "call" for status, _ in found)


@pytest.mark.parametrize("message", ["turn on the oven", "accendi la friggitrice", "turn on the heat lamp"])
def test_a_lamp_is_nothing_else(engine: Engine, message: str) -> None:
    lamps = [machine(*lamp, "turn_on", "turn_off") for lamp in LAMPS[:3]]
    assert all(status in ("failed", "ask") for status, _ in ordered(engine, message, *lamps))


@pytest.mark.parametrize("name", ["Sound System", "Bar Stereo", "Kitchen Speaker"])
@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("pause the music", "pause"),
        ("music off please", "turn_off"),
        ("spegni la musica", "turn_off"),
        ("metti in pausa la musica", "pause"),
    ],
)
def test_what_plays_is_the_music_where_it_is_listed_and_nobody_elses_business(
    engine: Engine, name: str, message: str, act: str
) -> None:
    player = machine(name, "Bar", "", "turn_on", "turn_off", "pause", "resume")
    oven = machine("Oven", "Kitchen", "forno", "turn_on", "turn_off")
    ((status, capability),) = ordered(engine, message, player, oven)
    assert (status in ("call", "confirm"), capability) == (True, f"{name}:{act}")
    assert ordered(engine, message, oven) == []


@pytest.mark.parametrize("message", ["play some jazz", "metti su un po' di jazz", "what's this song"])
def test_what_a_stereo_cannot_do_is_not_done(engine: Engine, message: str) -> None:
    player = machine("Sound System", "Bar", "", "turn_on", "turn_off", "pause", "resume")
    assert all(status in ("failed", "ask") for status, _ in ordered(engine, message, player))
