"""Short keys of the discovery made long, piece by piece: `bri_cmd_t` is `brightness_command_topic`."""

_WHOLE = {  # where a key is short for something else than its pieces are
    "cmps": "components",
    "dev": "device",
    "p": "platform",
    "t": "topic",
    "opt": "optimistic",
    "ops": "options",
    "en": "enabled_by_default",
    "ret": "retain",
    "uniq_id": "unique_id",
    "act_stat_t": "activity_state_topic",
    "act_val_tpl": "activity_value_template",
    "strt_mw_cmd_t": "start_mowing_command_topic",
    "strt_mw_cmd_tpl": "start_mowing_command_template",
    "fanspd_lst": "fan_speed_list",
    "fx_list": "effect_list",
    "clrm": "color_mode",
    "sup_clrm": "supported_color_modes",
    "sup_feat": "supported_features",
    "pl_ret": "payload_return_to_base",
    "av_tones": "available_tones",
    "evt_typ": "event_types",
    "atype": "automation_type",
    "stype": "subtype",
}
_PIECES = {
    "act": "action",
    "avail": "available",
    "avty": "availability",
    "b": "blue",
    "bri": "brightness",
    "cat": "category",
    "cla": "class",
    "cln": "clean",
    "clr": "color",
    "cls": "close",
    "clsd": "closed",
    "cmd": "command",
    "cod": "code",
    "curr": "current",
    "dev": "device",
    "dir": "direction",
    "ent": "entity",
    "fx": "effect",
    "g": "green",
    "hi": "high",
    "hum": "humidity",
    "inst": "install",
    "k": "kelvin",
    "lo": "low",
    "loc": "locate",
    "meas": "measurement",
    "mirs": "mireds",
    "mw": "mowing",
    "nite": "night",
    "obj": "object",
    "open": "open",
    "opnd": "opened",
    "osc": "oscillation",
    "paus": "pause",
    "pct": "percentage",
    "pl": "payload",
    "pos": "position",
    "pow": "power",
    "pr": "preset",
    "prs": "press",
    "r": "red",
    "rng": "range",
    "rst": "reset",
    "scl": "scale",
    "sp": "spot",
    "spd": "speed",
    "stat": "state",
    "strt": "start",
    "t": "topic",
    "tpl": "template",
    "trig": "trigger",
    "unlk": "unlock",
    "val": "value",
    "whit": "white",
}
_OF_DEVICE = {
    "cns": "connections",
    "ids": "identifiers",
    "mf": "manufacturer",
    "mdl": "model",
    "sa": "suggested_area",
    "sn": "serial_number",
    "sw": "sw_version",
}
_WARM = ("temp_cmd", "temp_stat", "temp_hi", "temp_lo", "temp_unit", "curr_temp")


def long_key(key: str) -> str:
    """The long name of a key; a long one as it is.

    >>> long_key("pr_mode_cmd_t"), long_key("clr_temp_stat_t"), long_key("max_temp")
    ('preset_mode_command_topic', 'color_temp_state_topic', 'max_temp')
    """
    if key in _WHOLE:
        return _WHOLE[key]
    pieces = [_PIECES.get(piece, piece) for piece in key.split("_")]
    if key.startswith(_WARM):
        pieces = ["temperature" if piece == "temp" else piece for piece in pieces]
    if key.startswith(("hum_cmd", "hum_stat")):
        pieces = ["target", *pieces]
    return "_".join(pieces)


def long_key_of_device(key: str) -> str:
    """The long name of a key that tells of the device itself."""
    return _OF_DEVICE.get(key, key)
