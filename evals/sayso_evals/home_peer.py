"""hassil with Home Assistant's own sentences, on the same home and lines: what it would do, in the words of the lines.

It is read as kindly as can be: a target by name, area and domain as Home Assistant resolves it, and nothing counted
against it for what it does without asking.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hassil import Intents, SlotList, TextSlotList, recognize_best
from home_assistant_intents import get_intents

from sayso.machines.device import Device

Fields = Mapping[str, Any]
PeerOrder = tuple[str, str, object]
_OPENED = {"lock": ("lock", "unlock"), "cover": ("open", "close"), "valve": ("open", "close"), "vacuum": ("start", "")}
_VALUES = {  # which of an intent's values is set by which command
    "HassLightSet": {"brightness": "set_brightness", "color": "set_color", "temperature": "set_color_temperature"},
    "HassSetPosition": {"position": "set_position"},
    "HassClimateSetTemperature": {"temperature": "set_temperature"},
    "HassClimateSetFanMode": {"fan_mode": "set_fan_mode"},
    "HassFanSetSpeed": {"percentage": "set_speed"},
}
_PLAIN = {
    "HassVacuumStart": "start",
    "HassVacuumReturnToBase": "return_to_base",
    "HassLawnMowerStartMowing": "start",
    "HassLawnMowerDock": "return_to_base",
}
_READS = ("HassGetState", "HassClimateGetTemperature")


class Peer:
    """hassil in a home of one language."""

    def __init__(self, language: str, found: Sequence[Device], key_of: Mapping[str, str], names: Fields) -> None:
        self._language = language
        self._intents = Intents.from_dict(get_intents(language) or {})
        self._domains = {key_of[device.id]: domain_of(device) for device in found}
        self._areas = {key_of[device.id]: device.place for device in found}
        told = [(device.name, key_of[device.id], {"domain": domain_of(device)}) for device in found]
        scenes = {key: one[language]["name"] for key, one in names.items() if key.startswith("scene:")}
        told.extend((name, key, {"domain": "scene"}) for key, name in scenes.items())
        areas = sorted({device.place for device in found if device.place})
        self._lists: dict[str, SlotList] = {
            "name": TextSlotList.from_tuples(told, name="name"),
            "area": TextSlotList.from_strings(areas, name="area"),
            "floor": TextSlotList.from_strings([], name="floor"),
        }

    def judge(self, line: Fields) -> str:
        """What comes of a line, by the best of what is equally right: right, a wrong action, or nothing."""
        result = recognize_best(
            str(line["message"]), self._intents, slot_lists=self._lists, language=self._language, best_slot_name="name"
        )
        orders, reads = ([], []) if result is None else self._meant(result.intent.name, result.entities)
        verdicts = [_verdict(expect, orders, reads, result is None) for expect in expected(line)]
        return best(verdicts)

    def _meant(self, intent: str, entities: Mapping[str, Any]) -> tuple[list[PeerOrder], list[str]]:
        given = {name: entity.value for name, entity in entities.items()}
        targets = list(self._targets(given))
        if intent in _READS:
            return [], targets
        return [order for target in targets for order in self._orders(intent, target, given)], []

    def _targets(self, given: Fields) -> Iterator[str]:
        if "name" in given:
            yield str(given["name"])
            return
        domain = given.get("domain", ())
        domains = {domain} if isinstance(domain, str) else set(domain)
        for key, area in self._areas.items():
            is_there = "area" not in given or str(given["area"]) == area
            if is_there and (self._domains[key] in domains or ("area" in given and not domains)):
                yield key

    def _orders(self, intent: str, target: str, given: Fields) -> Iterable[PeerOrder]:
        if intent in ("HassTurnOn", "HassTurnOff"):
            if target.startswith("scene:"):
                yield "scenes", f"activate_{target[6:]}", None
                return
            pair = _OPENED.get(self._domains.get(target, ""), ("turn_on", "turn_off"))
            yield target, pair[intent == "HassTurnOff"], None
        elif intent in _PLAIN:
            yield target, _PLAIN[intent], None
        for name, command in _VALUES.get(intent, {}).items():
            if name in given:
                yield target, command, _plain(given[name])


def domain_of(device: Device) -> str:
    """The domain that Home Assistant has for a device, by what it can do."""
    names = {command.name for command in device.commands if not command.is_setting}
    rules = (
        ("light", {"turn_on_light"}),
        ("lock", {"lock"}),
        ("valve", {"open"} if device.kind == "valve" else {"-"}),
        ("cover", {"open"}),
        ("climate", {"set_temperature", "set_mode"}),
        ("fan", {"set_speed"}),
        ("lawn_mower", {"start", "return_to_base"} if device.kind == "lawn_mower" else {"-"}),
        ("vacuum", {"start", "return_to_base"}),
        ("humidifier", {"set_humidity"}),
        ("switch", {"turn_on"}),
    )
    return next((domain for domain, needed in rules if needed <= names), "sensor")


def _plain(value: object) -> object:
    return float(value) if isinstance(value, int | float) else value.casefold() if isinstance(value, str) else value


def expected(line: Fields) -> Sequence[Fields]:
    """What is to come of a line: several may be equally right."""
    told = line["expect"]
    return told if isinstance(told, list) else [told]


def best(verdicts: Sequence[str]) -> str:
    """Of the verdicts by each of what is equally right, the kindest."""
    return min(verdicts, key=lambda v: (v != "right", v.startswith("wrong")))


def _verdict(expect: Fields, orders: Sequence[PeerOrder], reads: Sequence[str], is_unheard: bool) -> str:
    wanted = [(c["machine"], c["command"], _plain(c.get("value"))) for c in expect["calls"]]
    asked = [o[0] for o in wanted if o[1] == "read"]
    done = Counter(o for o in wanted if o[1] != "read")
    if any(order not in done for order in orders):
        return "wrong action"
    if expect["do"] != "act":
        return "right" if not orders and not reads else "other"
    is_right = Counter(orders) == done and set(asked) <= set(reads) and bool(orders or reads)
    return "right" if is_right else "nothing" if is_unheard else "other"
