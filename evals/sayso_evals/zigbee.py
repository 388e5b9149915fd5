"""Real devices: what Zigbee2MQTT's own code publishes for its own definitions, and how much of it the fleet can use.

python -m sayso_evals.zigbee [EVERY] [--missing]    each EVERYth definition; without it, all of them

The package comes from npm's registry at the first run, into `.tools`.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso.errors import SaysoError
from sayso.machines.mqtt.discovery import DiscoveryResult, discovered
from sayso.machines.mqtt.entity import Deed, Entity
from sayso.machines.mqtt.naming import identity
from sayso.machines.mqtt.orders import CommandPayload, prepared
from sayso.machines.mqtt.shelf import Shelf
from sayso_evals.measures import Share

FOLDER = Path(__file__).parents[2] / ".tools" / "zigbee2mqtt"
PACKAGE = "zigbee2mqtt@2.14.1"
HOW = f"where npm's registry can be reached: npm install --prefix {FOLDER} --ignore-scripts {PACKAGE}"
PREFIX = "homeassistant"
Fields = Mapping[str, Any]


class ZigbeeError(SaysoError):
    """The package is not here, and could not be installed, or does not run."""


@dataclass(slots=True)
class Tried:
    """How it went with so many definitions."""

    devices: int = 0
    shown: int = 0
    commandable: Counter[str] = field(default_factory=Counter)  # entities with a topic to be told on, by component
    supported: Counter[str] = field(default_factory=Counter)
    readable: Counter[str] = field(default_factory=Counter)  # those that only say something
    read: Counter[str] = field(default_factory=Counter)
    disabled: int = 0
    missing: list[str] = field(default_factory=list)

    def report(self) -> str:
        """The shares, and what falls short by component."""
        orders = Share(self.supported.total(), self.commandable.total())
        out = [f"devices shown                  {Share(self.shown, self.devices)}"]
        out.append(f"commandable entities supported {orders}")
        out.append(f"other entities understood      {Share(self.read.total(), self.readable.total())}")
        out.append(f"left out, as disabled by default: {self.disabled}")
        for component, count in sorted(self.commandable.items()):
            out.append(f"    {component:14} {self.supported[component]} of {count}")
        return "\n".join(out)


def install() -> None:
    """Fetch the package, unless just this one is here."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = FOLDER / "installed"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several may want it at once
        if done.exists() and done.read_text() == PACKAGE:
            return
        # nothing of it may run while it is installed, and what its radio needs is not wanted
        command = ["npm", "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE]
        try:
            got = subprocess.run(command, env=_with_node(), capture_output=True, text=True, check=False, timeout=300)
        except (OSError, subprocess.SubprocessError) as wrong:
            raise ZigbeeError(f"zigbee2mqtt is missing: {wrong}", "npm", HOW) from wrong
        if got.returncode:
            raise ZigbeeError(f"zigbee2mqtt is missing: {got.stderr[-500:]}", "npm", HOW)
        done.write_text(PACKAGE)


def _with_node() -> dict[str, str]:
    """Our environment, with the Node that came with the development tools first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def published(every: int) -> Iterator[Fields]:
    """What is published for each so many definitions, in order."""
    script = Path(__file__).with_suffix(".cjs")
    with tempfile.TemporaryDirectory(prefix="sayso-zigbee-") as folder:
        out = Path(folder) / "published.jsonl"
        command = ["node", str(script), str(FOLDER), str(every), str(out)]
        ran = subprocess.run(command, env=_with_node(), capture_output=True, text=True, check=False, timeout=600)
        if ran.returncode:
            raise ZigbeeError(f"zigbee2mqtt does not run: {ran.stderr[-500:]}", "node", HOW)
        with out.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def tried(lines: Iterable[Fields]) -> Tried:
    """Feed all of it to the discovery, and count what came of it."""
    told, shelf, wanted = Tried(), Shelf(), []
    for line in lines:
        if "definition" in line:
            wanted.append((str(line["definition"]), identity(f"zigbee2mqtt_{line['key']}")))
            continue
        topic, payload = str(line["topic"]), line["payload"]
        result = discovered(topic, json.dumps(payload).encode(), PREFIX)
        found = result.entities if isinstance(result, DiscoveryResult) else ()
        shelf.put(topic, found)
        if payload.get("enabled_by_default") is False:
            told.disabled += 1
        else:
            _count(told, topic, payload, found)
    told.devices = len(wanted)
    for name, device_id in wanted:
        shelved = shelf.shelved(device_id)
        told.shown += shelved is not None and shelved.device.name == name
        if shelved is None:
            told.missing.append(f"device {name}")
    return told


def _count(told: Tried, topic: str, payload: Fields, found: Sequence[Entity]) -> None:
    """A thing that can be told something is supported where there is a command for all that it can be told."""
    component = topic.split("/")[1]
    deeds = [deed for entity in found for deed in entity.deeds if _is_writable(deed)]
    lacking = command_topics(payload) - {deed.topic for deed in deeds}
    lacking |= functions(component, payload) - {deed.setting.name for deed in deeds if deed.setting}
    is_right = not lacking and any(entity.signals or entity.deeds for entity in found)
    if command_topics(payload):
        told.commandable[component] += 1
        told.supported[component] += is_right
    else:
        told.readable[component] += 1
        told.read[component] += is_right
    if not is_right:
        told.missing.append(f"{topic} {sorted(lacking)} {payload}")


def command_topics(payload: Fields) -> frozenset[str]:
    """Every topic on which a thing wants to be told something."""
    keys = (key for key in payload if key.endswith("command_topic") or key == "set_position_topic")
    return frozenset(str(payload[key]) for key in keys)


def functions(component: str, payload: Fields) -> frozenset[str]:
    """What a light can be told beside on and off, by its payload: all of it goes over one topic."""
    if component != "light":
        return frozenset()
    modes = set(payload.get("supported_color_modes", ()))
    has = {
        "brightness": payload.get("brightness") is True,
        "color_temperature": "color_temp" in modes,
        "color": bool(modes & {"xy", "hs", "rgb"}),
        "effect": bool(payload.get("effect_list")),
    }
    return frozenset(name for name, is_so in has.items() if is_so)


def _is_writable(deed: Deed) -> bool:
    """Whether its message can be written, with a value that it takes."""
    setting = deed.setting
    if setting is None:
        return True  # it is written already
    value: object = setting.most if setting.most is not None else next(iter(setting.options), "1")
    return isinstance(prepared(deed, {setting.name: value}, None), CommandPayload)


def main(arguments: Sequence[str]) -> int:
    """Install, publish, read, print."""
    install()
    every = next((int(a) for a in arguments if a.isdigit()), 1)
    result = tried(published(every))
    print(result.report())
    if "--missing" in arguments:
        print("\n".join(result.missing))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
