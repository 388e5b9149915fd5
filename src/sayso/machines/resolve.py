"""Which machine is meant, which of its commands, with which values; several and none are answers too."""

from collections.abc import Callable, Mapping, Sequence

from rapidfuzz import fuzz, process

from sayso.engine.text import fold
from sayso.machines.asked import Which, Wish
from sayso.machines.device import Command, Device, Setting
from sayso.machines.outcome import SHOWN, Invalid, NoCapability, NotFound, SeveralMachines
from sayso.tools.wrong import Wrong, check_text, plain

_ALIKE = 60  # of 100: below this two names have little in common
_LONGEST = 200  # characters of a value that is text
_FAR = 1e15  # beyond which no number is a value


def find_device(devices: Sequence[Device], which: Which) -> Device | SeveralMachines | NotFound | Invalid:
    """The one machine of an id, a serial or a name, whichever is given."""
    for field in ("device_id", "serial", "device_name"):
        said = getattr(which, field)
        if said is None:
            continue
        text = check_text(said, field)
        if isinstance(text, Wrong):
            return Invalid(text)
        if text.strip():
            return _by_name(devices, text) if field == "device_name" else _by_code(devices, field, text)
    wrong = Wrong("device_id", "No machine was named.", "Give one of device_id, device_name and serial.")
    return Invalid(wrong)


def _by_code(devices: Sequence[Device], field: str, text: str) -> Device | SeveralMachines | NotFound:
    def code(device: Device) -> str:
        return device.id if field == "device_id" else device.serial

    exact = [device for device in devices if code(device) == text]
    return _one(text, exact or [d for d in devices if code(d).casefold() == text.strip().casefold()]) or NotFound(text)


def _by_name(devices: Sequence[Device], text: str) -> Device | SeveralMachines | NotFound:
    said = fold(text).strip()
    words = set(said.split())
    tries: tuple[Callable[[Device], bool], ...] = (
        lambda device: device.name == text,
        lambda device: fold(device.name) == said,
        lambda device: said in fold(device.name),
        lambda device: words <= _words(device),
    )
    for is_meant in tries:
        found = _one(text, [device for device in devices if is_meant(device)])
        if found is not None:
            return found
    names = {i: fold(device.name) for i, device in enumerate(devices)}
    ranked = process.extract(said, names, scorer=fuzz.WRatio, limit=SHOWN - 2, score_cutoff=_ALIKE)
    return NotFound(text, tuple(devices[i] for _, _, i in ranked))


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


def find_command(device: Device, wish: Wish) -> Command | NoCapability | Invalid:
    """The machine's command of an id or a name."""
    for field in ("machine_command_id", "command_name"):
        said = getattr(wish, field)
        if said is None:
            continue
        text = check_text(said, field)
        if isinstance(text, Wrong):
            return Invalid(text)
        exact = [c for c in device.commands if text in ((c.id,) if field == "machine_command_id" else (c.name, c.id))]
        found = exact or [c for c in device.commands if _spelling(text) in (_spelling(c.id), _spelling(c.name))]
        if len(found) == 1:
            return found[0]
        return NoCapability(device, text, tuple(command.name for command in device.commands))
    wrong = Wrong("machine_command_id", "No command was named.", "Give machine_command_id or command_name.")
    return Invalid(wrong)


def find_metrics(device: Device, names: Sequence[str]) -> tuple[str, ...] | NoCapability:
    """The machine's own names of metrics; without any, all of them."""
    known = {_spelling(metric.name): metric.name for metric in device.metrics}
    for name in names:
        if _spelling(name) not in known:
            return NoCapability(device, name, tuple(known.values()))
    return tuple(dict.fromkeys(known[_spelling(name)] for name in names)) or tuple(known.values())


def check_values(command: Command, overrides: object) -> dict[str, object] | Invalid:
    """The values that a command is given: those that it takes, within their bounds, and all that it needs."""
    if not isinstance(overrides, Mapping):
        return Invalid(Wrong("overrides", "overrides must be an object.", 'For example {"temperature": 4}.'))
    settings = {setting.name: setting for setting in command.settings}
    values: dict[str, object] = {}
    for name, value in overrides.items():
        if name not in settings:
            known = f"It takes: {', '.join(settings)}." if settings else "Leave overrides out."
            said = f"{command.name} takes no '{plain(str(name))}'."
            return Invalid(Wrong("overrides", said, known))
        wrong = _misfit(settings[name], value)
        if wrong is not None:
            return Invalid(wrong, setting=_bounded(settings[name]))
        values[name] = dict(value) if isinstance(value, Mapping) else value
    missing = next((s for s in command.settings if s.is_needed and s.name not in values), None)
    if missing is not None:
        said = f"{command.name} needs a {missing.name}."
        wrong = Wrong("overrides", said, f'Give overrides: {{"{missing.name}": …}}{_bounds(missing)}.')
        return Invalid(wrong, setting=_bounded(missing))
    return values


def _misfit(setting: Setting, value: object) -> Wrong | None:
    """What is wrong with a value; how far one goes that is relative, only the machine knows."""
    if isinstance(value, Mapping):
        if set(value) == {"by"} and _is_number(value["by"]):
            return None
        said = f"{setting.name} is neither a value nor a change of it."
        return Wrong("overrides", said, f'Use {{"{setting.name}": 4}} or {{"{setting.name}": {{"by": 2}}}}.')
    least, most = setting.least, setting.most
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
