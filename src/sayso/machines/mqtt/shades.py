"""Colours by name, as devices take them: red, green and blue, hue and saturation, or a point of the CIE diagram."""

import colorsys
from collections.abc import Mapping

SHADES: Mapping[str, tuple[int, int, int]] = {
    "red": (255, 0, 0),
    "orange": (255, 128, 0),
    "amber": (255, 191, 0),
    "yellow": (255, 255, 0),
    "lime": (191, 255, 0),
    "green": (0, 255, 0),
    "turquoise": (64, 224, 208),
    "cyan": (0, 255, 255),
    "blue": (0, 0, 255),
    "indigo": (75, 0, 130),
    "purple": (128, 0, 255),
    "violet": (143, 0, 255),
    "magenta": (255, 0, 255),
    "pink": (255, 105, 180),
    "white": (255, 255, 255),
}
WARMTHS: Mapping[str, float] = {"warm": 2700.0, "neutral": 4000.0, "cool": 6500.0}  # kelvin


def shade(name: str) -> dict[str, object] | None:
    """A colour as what templates call it; None for a name that nobody knows."""
    rgb = SHADES.get(name.casefold())
    if rgb is None:
        return None
    red, green, blue = (part / 255 for part in rgb)
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)[0], 0, colorsys.rgb_to_hsv(red, green, blue)[1]
    x, y = _point(red, green, blue)
    named = dict(zip(("red", "green", "blue"), rgb, strict=True))
    whole = {"hue": round(hue * 360), "saturation": round(saturation * 100), "x": x, "y": y}
    return {**named, **whole, "hex": "".join(f"{part:02X}" for part in rgb)}


def _point(*rgb: float) -> tuple[float, float]:
    """The point of sRGB values (IEC 61966-2-1) in the CIE 1931 diagram."""
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in rgb)
    wide = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    high = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    deep = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    total = wide + high + deep
    return round(wide / total, 4), round(high / total, 4)
