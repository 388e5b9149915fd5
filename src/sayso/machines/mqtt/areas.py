"""The areas of devices that tell none: a file of the person's own."""

import json
from collections.abc import Mapping
from pathlib import Path

from sayso.errors import SettingsError


def read_areas(path: Path | None) -> Mapping[str, str]:
    """Areas by the name or id of a device; none without a file."""
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(area, str) for area in found.values()):
        example = '{"Coffee Machine": "Kitchen"}'
        raise SettingsError("is no file of areas", "SAYSO_MQTT_AREAS", f"a JSON object, for example {example}")
    return found
