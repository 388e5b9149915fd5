"""Lines said to a home of devices that speak MQTT discovery, written by people who never saw the code: how they go.

python -m sayso_evals.home FOLDER [--wrong]    FOLDER holds lines.jsonl; names.json for a home of its own
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sayso import Engine
from sayso.engine.record import Subject
from sayso.machines.device import Device
from sayso.machines.mqtt.discovery import DiscoveryResult, discovered, discovered_tasmota
from sayso.machines.mqtt.naming import slug
from sayso.machines.mqtt.shelf import Shelf
from sayso.machines.mqtt.tasmota import ROOT, TasmotaBook, config_topic
from sayso_evals.home_peer import Peer, best, expected
from sayso_evals.measures import Share

HOME = Path(__file__).parents[2] / "tests" / "machines" / "mqtt" / "home"
FORMS = ("zigbee2mqtt", "shelly", "esphome", "tasmota")
NOW = "2026-11-16T10:00:00+01:00"
PREFIX = "homeassistant"
Fields = Mapping[str, Any]
Order = tuple[str, str, object]  # a machine, a command, a value


def messages(language: str, home: Path = HOME) -> Iterator[tuple[str, bytes]]:
    """All that stands on the broker of a home, by topic; names are those that a family of that language gave."""
    names = json.loads((home / "names.json").read_text(encoding="utf-8"))
    for form in FORMS:
        for line in (HOME / f"{form}.jsonl").read_text(encoding="utf-8").splitlines():
            text = line
            for key, told in names.items():
                name, area = told[language]["name"], told[language].get("area", "")
                text = text.replace(f"<name:{key}>", name).replace(f"<area:{key}>", area).replace(f"<{key}>", name)
            data = json.loads(text)
            yield data["topic"], json.dumps(data["payload"], ensure_ascii=False).encode()


def devices(language: str, home: Path = HOME, floors: Mapping[str, str] = MappingProxyType({})) -> list[Device]:
    """The devices of a home, as the fleet finds them."""
    names = json.loads((home / "names.json").read_text(encoding="utf-8"))
    areas = {told[language]["name"]: told[language].get("area", "") for told in names.values()}
    shelf = Shelf(areas, floors)
    book = TasmotaBook()
    for topic, data in messages(language, home):
        is_tasmota = topic.startswith(f"{ROOT}/")
        told = discovered_tasmota(topic, data, PREFIX, book) if is_tasmota else discovered(topic, data, PREFIX)
        if isinstance(told, DiscoveryResult):
            shelf.put(config_topic(topic) if is_tasmota else topic, told.entities)
    return [shelved.device for shelved in shelf.all()]


@dataclass(frozen=True, slots=True)
class Said:
    """A line, what came of it, and how that is judged."""

    line: Fields
    decision: Fields
    verdict: str  # right, wrong action, wrong offer, ask, failed, nothing, other
    orders: tuple[Order, ...] = ()


class House:
    """A home of one language with its engine."""

    def __init__(self, language: str, engine: Engine, home: Path = HOME) -> None:
        names = json.loads((home / "names.json").read_text(encoding="utf-8"))
        self.found = devices(language, home)
        self._engine = engine
        self._machines: Sequence[Subject] = [device.as_machine() for device in self.found]
        called = {told[language]["name"]: key for key, told in names.items() if ":" not in key}
        self.key_of = {device.id: called[device.name] for device in self.found}
        scenes = {key: told[language]["name"] for key, told in names.items() if key.startswith("scene:")}
        self._scenes = {f"activate_{slug(name)}": f"activate_{key[6:]}" for key, name in scenes.items()}
        self._names = {(device.id, c.id): c.name for device in self.found for c in device.commands}

    def hear(self, line: Fields) -> Said:
        """Decide about a line, and judge that."""
        request = {"message": line["message"], "context": {"machines": self._machines}, "now": NOW}
        decision: dict[str, Any] = self._engine.decide({**request, "language": line["language"]}).to_dict()
        orders = tuple(self._order(s) for s in decision["steps"] if _changes(s))
        verdicts = [self._judged(expect, decision) for expect in expected(line)]
        return Said(line, decision, best(verdicts), orders)

    def _judged(self, expect: Fields, decision: Fields) -> str:
        steps = decision["steps"]
        wanted = [_wanted(call) for call in expect["calls"]]
        orders, reads = [o for o in wanted if o[1] != "read"], [o for o in wanted if o[1] == "read"]
        if any(s["status"] == "call" and self._order(s) not in orders for s in steps if _changes(s)):
            return "wrong action"
        if any(self._order(s) not in orders for s in steps if _changes(s)):
            return "wrong offer"
        done = Counter(self._order(s) for s in steps if _changes(s))
        is_read = all(any(self._reads(s, read) for s in steps) for read in reads)
        statuses = {s["status"] for s in steps}
        match expect["do"]:
            case "act":
                is_right = done == Counter(orders) and is_read and bool(steps) and statuses <= {"call", "confirm"}
            case "ask":
                is_right = not done and "ask" in statuses
            case "fail":
                is_right = not done and not statuses.isdisjoint(("failed", "ask"))
            case _:
                is_right = not statuses
        if is_right:
            return "right"
        return next((name for name in ("ask", "failed") if name in statuses), "nothing" if not steps else "other")

    def _order(self, step: Fields) -> Order:
        """What a step does, in the words of the lines."""
        given = step["parameters"]
        device = str(given.get("device_id"))
        name = self._names.get((device, str(given.get("machine_command_id"))), "")
        name = self._scenes.get(name, name).replace("_light_", "_").removesuffix("_light")
        value = next(iter(given.get("overrides", {}).values()), None)
        if isinstance(value, Mapping):
            by = float(value["by"])
            thing = name.partition("_")[2]
            name, value = f"{'raise' if by > 0 else 'lower'}_{thing}", abs(by)
        return self.key_of.get(device, device), name, _plain(value)

    def _reads(self, step: Fields, wanted: Order) -> bool:
        given = step["parameters"]
        if step["status"] != "call" or self.key_of.get(str(given.get("device_id"))) != wanted[0]:
            return False
        if step["tool_name"] == "metrics_read":
            named = given.get("metric_names")
            return wanted[2] == "state" or named is None or any(str(wanted[2]) in name for name in named)
        return bool(step["tool_name"] != "machine_command_execute")


def _changes(step: Fields) -> bool:
    return step["tool_name"] == "machine_command_execute" and step["status"] in ("call", "confirm")


def _wanted(call: Fields) -> Order:
    return call["machine"], call["command"], _plain(call.get("value"))


def _plain(value: object) -> object:
    return float(value) if isinstance(value, int | float) else value.casefold() if isinstance(value, str) else value


def lines(folder: Path) -> list[Fields]:
    """The lines of a folder."""
    text = (folder / "lines.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def report(said: Sequence[Said]) -> str:
    """How many went right, by language and in all; and what came of the others."""
    out: list[str] = []
    for language in ("en", "it", "all"):
        some = [s for s in said if language in (s.line["language"], "all")]
        counts = Counter(s.verdict for s in some)
        out.append(f"{language:4} right        {Share(counts['right'], len(some))}")
        out.append(f"     wrong action {Share(counts['wrong action'], len(some))}")
        out.append(f"     wrong offer  {Share(counts['wrong offer'], len(some))}")
        rest = {name: counts[name] for name in ("ask", "failed", "nothing", "other")}
        out.append("     else         " + ", ".join(f"{name} {count}" for name, count in rest.items()))
    return "\n".join(out)


def home_of(folder: Path) -> Path:
    """The folder with the names of the home that lines are said to: their own, else the first home's."""
    return folder if (folder / "names.json").exists() else HOME


def beside(houses: Mapping[str, House], told: Sequence[Fields], home: Path = HOME) -> list[Said]:
    """The same lines in the same homes, by hassil."""
    names = json.loads((home / "names.json").read_text(encoding="utf-8"))
    peers = {name: Peer(name, house.found, house.key_of, names) for name, house in houses.items()}
    return [Said(line, {}, peers[line["language"]].judge(line)) for line in told]


def main(arguments: Sequence[str]) -> int:
    """Run the lines once."""
    engine = Engine()
    folder = Path(arguments[0])
    home = home_of(folder)
    houses = {language: House(language, engine, home) for language in ("en", "it")}
    told = lines(folder)
    said = [houses[line["language"]].hear(line) for line in told]
    print("sayso")
    print(report(said))
    print("hassil with Home Assistant's sentences")
    print(report(beside(houses, told, home)))
    if "--wrong" in arguments:
        for one in (s for s in said if s.verdict != "right"):
            steps = [(s["status"], s["tool_name"], s["parameters"]) for s in one.decision["steps"]]
            wants = f"{one.line['message']!r} wants {one.line['expect']} got {one.orders or steps}"
            print(f"{one.verdict:13} {one.line['id']} {wants}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
