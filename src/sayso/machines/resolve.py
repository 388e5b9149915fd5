"""Which machine is meant, which of its commands, with which values; several and none are answers too."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.records.find import Found
from sayso.engine.text import fold
from sayso.machines.asked import CommandRequest, Which
from sayso.machines.device import Device, DeviceCommand, Setting
from sayso.machines.outcome import (
    SHOWN,
    About,
    InvalidMachineCall,
    MachineNotFound,
    Missing,
    NoCapability,
    SeveralMachines,
)
from sayso.tools.wrong import Wrong, check_text, plain

_OFFERED = SHOWN - 2
_ORGANISATIONS = 100  # whose machines are kept prepared
_LONGEST = 200  # characters of a value that is text
_SHOWN = 12  # words that may be chosen from
_FAR = 1e15  # beyond which no number is a value


class MachineFinder(Protocol):
    """Knows which record words mean."""

    def find(self, text: str, records: IndexedSubjects) -> Found:
        """Which of the machines a text means."""
        ...


class MachineNames:
    """The machines of organisations, prepared so that names are found among very many; what changes about a machine
    besides its names matters nothing here."""

    def __init__(self, finder: MachineFinder) -> None:
        self._finder = finder
        self._kept: dict[str, tuple[tuple[Device, ...], IndexedSubjects]] = {}

    def find(self, organisation: str, devices: Sequence[Device], text: str) -> Found:
        """Which of these machines a text means."""
        return self._finder.find(text, self._fleet(organisation, tuple(map(_bare, devices))))

    def _fleet(self, organisation: str, devices: tuple[Device, ...]) -> IndexedSubjects:
        kept = self._kept.pop(organisation, None)
        if kept is None or kept[0] != devices:
            kept = devices, IndexedSubjects(device.as_machine() for device in devices)
        self._kept[organisation] = kept
        if len(self._kept) > _ORGANISATIONS:
            self._kept.pop(next(iter(self._kept)))
        return kept[1]


def _bare(device: Device) -> Device:
    return Device(device.id, device.name, device.serial, device.place, device.description, device.kind)


@dataclass(frozen=True, slots=True)
class Roll:
    """The machines of an organisation, and how to find one by its name."""

    organisation: str
    devices: Sequence[Device]
    names: MachineNames

    def called(self, text: str) -> tuple[list[Device], list[Device]]:
        """The machines that a text means, and the next ones: those that fit less well, or are merely near."""
        found = self.names.find(self.organisation, self.devices, text)
        meant, others = ([self.devices[i] for i in places] for places in (found.meant, (*found.others, *found.nearest)))
        return meant, others

    def searched(self, text: str) -> list[Device]:
        """The machines that a search shows: those of which every word is, or begins, one that is searched for, and
        those that the words mean."""
        fitting = {device.id for device in self.devices if fits(device, text)}
        if text.strip():
            found = self.names.find(self.organisation, self.devices, text)
            fitting |= {self.devices[i].id for i in (*found.meant, *found.others)}
        return [device for device in self.devices if device.id in fitting]


def find_device(
    roll: Roll, which: Which, can: Callable[[Device], bool] | None = None
) -> Device | SeveralMachines | MachineNotFound | InvalidMachineCall:
    """The one machine of an id, a serial or a name, whichever is given; of several of a name, the only one that can."""
    for field in ("device_id", "serial", "device_name"):
        said = getattr(which, field)
        if said is None:
            continue
        text = check_text(said, field)
        if isinstance(text, Wrong):
            return InvalidMachineCall(text)
        if text.strip():
            return _by_name(roll, text, can) if field == "device_name" else _by_code(roll.devices, field, text)
    wrong = Wrong("device_id", "No machine was named.", "Give one of device_id, device_name and serial.")
    return InvalidMachineCall(wrong)


def _by_code(devices: Sequence[Device], field: str, text: str) -> Device | SeveralMachines | MachineNotFound:
    def code(device: Device) -> str:
        return device.id if field == "device_id" else device.serial

    exact = [device for device in devices if code(device) == text]
    return _one(
        text, exact or [d for d in devices if code(d).casefold() == text.strip().casefold()]
    ) or MachineNotFound(text)


def _by_name(roll: Roll, text: str, can: Callable[[Device], bool] | None) -> Device | SeveralMachines | MachineNotFound:
    meant, others = roll.called(text)
    able = [device for device in meant if can is not None and can(device)]
    return _one(text, able if len(able) == 1 else meant) or MachineNotFound(text, tuple(others[:_OFFERED]))


def _words(device: Device) -> set[str]:
    text = f"{device.name} {device.place} {device.description} {device.kind} {device.serial}"
    return set(fold(text).replace(",", " ").replace("_", " ").split())


def _one(text: str, found: Sequence[Device]) -> Device | SeveralMachines | None:
    if len(found) > 1:
        return SeveralMachines(text, tuple(found[:SHOWN]), len(found) <= SHOWN)
    return found[0] if found else None


def fits(device: Device, search: str) -> bool:
    """Whether every word that is searched for is, or begins, one of the machine's."""
    own = _words(device)
    return all(any(word.startswith(said) for word in own) for said in fold(search).split())


def find_command(device: Device, wish: CommandRequest) -> DeviceCommand | NoCapability | InvalidMachineCall:
    """The machine's command of an id or a name."""
    for field in ("machine_command_id", "command_name"):
        said = getattr(wish, field)
        if said is None:
            continue
        text = check_text(said, field)
        if isinstance(text, Wrong):
            return InvalidMachineCall(text)
        exact = [c for c in device.commands if text in ((c.id,) if field == "machine_command_id" else (c.name, c.id))]
        found = exact or [c for c in device.commands if _spelling(text) in (_spelling(c.id), _spelling(c.name))]
        if len(found) == 1:
            return found[0]
        return NoCapability(device, text, tuple(command.name for command in device.commands))
    wrong = Wrong("machine_command_id", "No command was named.", "Give machine_command_id or command_name.")
    return InvalidMachineCall(wrong)


def find_metrics(device: Device, names: Sequence[str]) -> tuple[str, ...] | NoCapability:
    """The machine's own names of metrics; without any, all of them."""
    known = {_spelling(metric.name): metric.name for metric in device.metrics}
    for name in names:
        if _spelling(name) not in known:
            return NoCapability(device, name, tuple(known.values()))
    return tuple(dict.fromkeys(known[_spelling(name)] for name in names)) or tuple(known.values())


def check_values(command: DeviceCommand, overrides: object) -> dict[str, object] | InvalidMachineCall:
    """The values that a command is given: those that it takes, within their bounds, and all that it needs."""
    if not isinstance(overrides, Mapping):
        return InvalidMachineCall(Wrong("overrides", "overrides must be an object.", 'For example {"temperature": 4}.'))
    settings = {setting.name: setting for setting in command.settings}
    values: dict[str, object] = {}
    for name, value in overrides.items():
        if name not in settings:
            known = f"It takes: {', '.join(settings)}." if settings else "Leave overrides out."
            said = f"{command.name} takes no '{plain(str(name))}'."
            return InvalidMachineCall(Wrong("overrides", said, known))
        wrong = _misfit(settings[name], value)
        if wrong is not None:
            return InvalidMachineCall(wrong, setting=_bounded(settings[name]))
        values[name] = dict(value) if isinstance(value, Mapping) else value
    missing = next((s for s in command.settings if s.is_needed and s.name not in values), None)
    if missing is not None:
        said = f"{command.name} needs a {missing.name}."
        wrong = Wrong("overrides", said, f'Give overrides: {{"{missing.name}": …}}{_bounds(missing)}.')
        return InvalidMachineCall(wrong, setting=_bounded(missing))
    return values


def _misfit(setting: Setting, value: object) -> Wrong | None:
    """What is wrong with a value; how far one goes that is relative, only the machine knows."""
    if isinstance(value, Mapping):
        if set(value) == {"by"} and _is_number(value["by"]):
            return None
        said = f"{setting.name} is neither a value nor a change of it."
        return Wrong("overrides", said, f'Use {{"{setting.name}": 4}} or {{"{setting.name}": {{"by": 2}}}}.')
    least, most = setting.least, setting.most
    if setting.options and (isinstance(value, str) or least is None):
        is_one = isinstance(value, str) and value.casefold() in {option.casefold() for option in setting.options}
        said = f"{setting.name} cannot be set to that."
        return None if is_one else Wrong("overrides", said, f"Use one of: {', '.join(setting.options[:_SHOWN])}.")
    if least is None and most is None and isinstance(value, str | bool):
        is_sound = isinstance(value, bool) or (len(value) <= _LONGEST and isinstance(check_text(value, ""), str))
        return None if is_sound else Wrong("overrides", f"{setting.name} cannot be sent.", "Send a short plain text.")
    if not _is_number(value):
        return Wrong("overrides", f"{setting.name} must be a number.", f"Use a number{_bounds(setting)}.")
    assert isinstance(value, int | float)
    if (least is not None and value < least) or (most is not None and value > most):
        said = f"{setting.name} {value:g} {setting.unit}".strip() + " cannot be set."
        return Wrong("overrides", said, f"Use a number{_bounds(setting)}.")
    return None


def _bounded(setting: Setting) -> Setting | None:
    return None if setting.least is None or setting.most is None else setting


def _bounds(setting: Setting) -> str:
    if setting.least is None or setting.most is None:
        return ""
    return f" from {setting.least:g} to {setting.most:g} {setting.unit}".rstrip()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_FAR < value < _FAR


def _spelling(name: str) -> str:
    return fold(name).replace("-", "_").replace(" ", "_").strip("_")


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """A command of a machine with its values, as it was found."""

    device: Device
    command: DeviceCommand
    about: About


def find_order(roll: Roll, which: Which, wish: CommandRequest) -> FoundOrder | Missing:
    """Which command to which machine with which values, or why there is not exactly one."""
    device = find_device(roll, which, lambda device: isinstance(find_command(device, wish), DeviceCommand))
    if not isinstance(device, Device):
        return device
    command = find_command(device, wish)
    if not isinstance(command, DeviceCommand):
        return command
    values = check_values(command, wish.overrides)
    if isinstance(values, InvalidMachineCall):
        return replace(values, device=device)
    return FoundOrder(device, command, About(device.id, device.name, command.id, command.name, values))


def question_of(about: About, command: DeviceCommand) -> str:
    """What the person is asked before a command that is dangerous."""
    values = ", ".join(f"{name} {value}" for name, value in about.values.items())
    return f"'{about.device_name}': {command.description or command.name}{f' ({values})' if values else ''}?"
