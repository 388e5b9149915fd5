"""Lights, in the three forms in which they are published: plain topics, JSON, templates."""

import json
from dataclasses import replace

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, at, percent, word
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import AnyValue, Deed, Measured, Mireds, Place, Scale, Sending, Switched
from sayso.machines.mqtt.shades import SHADES, WARMTHS
from sayso.machines.mqtt.template import filled, worded

_ON, _OFF = "turn_on", "turn_off"
_COLORS = Setting("color", options=tuple(SHADES))
_STEP = 10.0  # percent, where nobody says how much brighter
_MODES = {"hs": '{"h": {{ hue }}, "s": {{ saturation }}}', "xy": '{"x": {{ x }}, "y": {{ y }}}'}
_RGB = '{"r": {{ red }}, "g": {{ green }}, "b": {{ blue }}}'
_RGBW = '{"r": {{ red }}, "g": {{ green }}, "b": {{ blue }}, "w": 0}'
_RGBWW = '{"r": {{ red }}, "g": {{ green }}, "b": {{ blue }}, "c": 0, "w": 0}'
_MODES |= {"rgb": _RGB, "rgbw": _RGBW, "rgbww": _RGBWW}


def light(config: Config) -> EntityParts:
    """A light; what it is called says so."""
    own = config.slug
    is_named = "light" in own.split("_")
    making = Making(config, own if is_named else f"{own}_light".strip("_"))
    if config.is_setting and not is_named:
        making.own = own
    match config.text("schema", "default"):
        case "json":
            _json(making)
        case "default" | "basic":
            _plain(making)
        case "template":
            _by_template(making)
        case _:
            config.faults.append("unsupported")
    if making.deeds and not config.is_setting:  # what a lamp does is done to its light, whatever the thing is called
        making.deeds = [_as_light(deed) for deed in making.deeds]
    return making.parts()


def _as_light(deed: Deed) -> Deed:
    verb = next(v for v in (_ON, _OFF, "set", "raise", "lower") if deed.plain == v or deed.plain.startswith(f"{v}_"))
    rest = deed.plain.removeprefix(verb).strip("_")
    return replace(deed, plain="_".join(filter(None, (verb, "light", rest))))


def _plain(making: Making) -> None:
    config = making.config
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    template = "state_value_template" if "state_value_template" in config.values else "value_template"
    signal = making.state("", ("state_topic", template), (worded(on), worded(off)))
    making.does("", config.sending("command_topic"), (Act(_ON, on, "on"), Act(_OFF, off, "off")), signal)
    _dimmed(making, config.sending("brightness_command_topic", "brightness_command_template"))
    _warmed(
        making,
        config.sending("color_temp_command_topic", "color_temp_command_template"),
        config.place("color_temp_state_topic", "color_temp_value_template"),
    )
    for form, text in (("rgb", "{{ red }},{{ green }},{{ blue }}"), ("hs", "{{ hue }},{{ saturation }}")):
        sending = config.sending(f"{form}_command_topic", f"{form}_command_template")
        if sending is not None:
            own = f"{form}_command_template" in config.values
            making.encoded(making.sets("color", sending if own else Sending(sending.topic, text), _COLORS), "color")
            break
    effects = config.listed("effect_list")
    shown = word(making, "effect", "effect_state_topic", "effect_value_template") if effects else None
    making.chooses("effect", ("effect_command_topic", "effect_command_template"), effects, shown)


def _dimmed(making: Making, sending: Sending | None) -> None:
    config = making.config
    place = config.place("brightness_state_topic", "brightness_value_template")
    if sending is not None:
        _brightness(making, sending, place)


def _brightness(making: Making, sending: Sending, place: Place | None) -> None:
    most = max(making.config.amount("brightness_scale", 255.0) or 255.0, 1.0)
    scale = Scale(most / 100, is_whole=True)
    signal = percent(making, "brightness", place, scale)
    setting = Setting("brightness", "%", 1.0, 100.0)
    making.steps(making.sets("brightness", sending, setting, signal, scale), "brightness", _STEP)


def _warmed(making: Making, sending: Sending | None, place: Place | None) -> None:
    """Colour temperature; the device has it in mireds, unless it says otherwise."""
    config = making.config
    if sending is None:
        return
    is_kelvin = config.values.get("color_temp_kelvin") is True
    least, most = config.amount("min_kelvin", None), config.amount("max_kelvin", None)
    coldest, warmest = config.amount("min_mireds", 153.0) or 153.0, config.amount("max_mireds", 500.0) or 500.0
    least = least or float(round(1e6 / max(warmest, 1.0)))
    most = most or float(round(1e6 / max(coldest, 1.0)))
    signal = making.says("color_temperature", place, Measured() if is_kelvin else Mireds(), "K")
    setting = Setting("color_temperature", "K", least, most, options=tuple(WARMTHS))
    deed = making.sets("color_temperature", sending, setting, signal)
    making.encoded(deed, "kelvin" if is_kelvin else "mireds")


def _json(making: Making) -> None:
    config = making.config
    said = config.topic("state_topic")
    signal = making.says("", at(said, "{{ value_json.state }}"), Switched("on", "off"))
    told = config.sending("command_topic")
    acts = (Act(_ON, json.dumps({"state": "ON"}), "on"), Act(_OFF, json.dumps({"state": "OFF"}), "off"))
    making.does("", told, acts, signal)
    if told is None:
        return
    modes = _modes(config)
    if config.values.get("brightness") is True or modes & {"brightness", "color_temp", *_MODES}:
        place = at(said, "{{ value_json.brightness }}")
        _brightness(making, Sending(told.topic, '{"state": "ON", "brightness": {{ value }}}'), place)
    if "color_temp" in modes:
        sending = Sending(told.topic, '{"state": "ON", "color_temp": {{ value }}}')
        _warmed(making, sending, at(said, "{{ value_json.color_temp }}"))
    form = next((_MODES[mode] for mode in ("rgb", "hs", "xy", "rgbw", "rgbww") if mode in modes), None)
    if form is not None:
        deed = making.sets("color", Sending(told.topic, f'{{"state": "ON", "color": {form}}}'), _COLORS)
        making.encoded(deed, "color")
    _effects(making, Sending(told.topic, '{"state": "ON", "effect": {{ value | tojson }}}'), said)


def _effects(making: Making, sending: Sending, said: str | None) -> None:
    effects = making.config.listed("effect_list")
    if effects and making.config.values.get("effect", True) is not False:
        shown = making.says("effect", at(said, "{{ value_json.effect }}"), AnyValue())
        setting = Setting("effect", options=effects)
        making.sets("effect", sending, setting, shown)


def _modes(config: Config) -> frozenset[str]:
    """The colour modes, in the words of now and of before."""
    older = [mode for mode in ("color_temp", *_MODES) if config.values.get(mode) is True]
    return frozenset((*config.listed("supported_color_modes"), *older))


def _by_template(making: Making) -> None:
    config = making.config
    sending = config.sending("command_topic", "command_on_template")
    how, off = config.values.get("command_on_template"), config.values.get("command_off_template")
    if sending is None or not isinstance(how, str) or not isinstance(off, str):
        config.faults.append("no_topic" if sending is None else "unsupported")
        return
    signal = making.says("", config.place("state_topic", "state_template"), Switched("on", "off"))
    for verb, template, state in ((_ON, how, "on"), (_OFF, off, "off")):
        payload = _sent(template, state)
        if payload is None:
            config.unreadable += 1
            return
        making.does("", Sending(sending.topic), (Act(verb, payload, state),), signal)
    if "brightness_template" in config.values:
        place = config.place("state_topic", "brightness_template")
        _brightness(making, Sending(sending.topic, _given(how, "brightness")), place)
    if "color_temp_template" in config.values:
        place = config.place("state_topic", "color_temp_template")
        _warmed(making, Sending(sending.topic, _given(how, "color_temp")), place)
    if "red_template" in config.values:
        making.encoded(making.sets("color", Sending(sending.topic, _given(how, "state")), _COLORS), "color")
    effects = config.listed("effect_list")
    if effects:
        shown = making.says("effect", config.place("state_topic", "effect_template"), AnyValue())
        making.sets("effect", Sending(sending.topic, _given(how, "effect")), Setting("effect", options=effects), shown)


def _sent(template: str, state: str) -> str | None:
    return filled(template, state, {"state": state})


def _given(template: str, name: str) -> str:
    """A template that is given several values by name, given this one."""
    return f"{{% set {name} = value %}}{template}"
