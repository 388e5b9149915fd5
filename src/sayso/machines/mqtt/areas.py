"""The areas of devices that tell none, and the floors of areas: files of the person's own."""

import json
from collections.abc import Mapping
from pathlib import Path

from sayso.errors import SettingsError

_EXAMPLES = {
    "SAYSO_MQTT_AREAS": '{"Coffee Machine": "Kitchen"}',
    "SAYSO_MQTT_FLOORS": '{"Kitchen": "Downstairs"}',
}


def read_areas(path: Path | None, setting: str = "SAYSO_MQTT_AREAS") -> Mapping[str, str]:
    """Areas by the name or id of a device, or floors by area; none without a file."""
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(area, str) for area in found.values()):
        what = "is no file of areas" if setting == "SAYSO_MQTT_AREAS" else "is no file of floors"
        raise SettingsError(what, setting, f"a JSON object, for example {_EXAMPLES[setting]}")
    return found
