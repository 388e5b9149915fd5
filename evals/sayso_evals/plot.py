"""The reliability plot as an SVG picture: what was said with which confidence, and how much of it was right."""

from collections.abc import Sequence

from sayso_evals.measures import Bin

_SIZE, _EDGE = 360, 48


def reliability(found: Sequence[Bin], error: float) -> str:
    """The picture; a perfectly calibrated engine lies on the diagonal."""
    most = max((b.count for b in found), default=1)
    dots = "\n".join(
        f'<circle cx="{_x(b.confidence):.1f}" cy="{_y(b.right):.1f}" r="{4 + 10 * (b.count / most) ** 0.5:.1f}"'
        f' fill="#2563eb" fill-opacity="0.75"><title>{b.count} steps said with {b.confidence:.2f}:'
        f" {b.right:.2f} right</title></circle>"
        for b in found
    )
    ticks = "\n".join(
        f'<text x="{_x(t / 5):.0f}" y="{_y(0) + 18}" text-anchor="middle">{t / 5:.1f}</text>'
        f'<text x="{_x(0) - 8}" y="{_y(t / 5) + 4:.0f}" text-anchor="end">{t / 5:.1f}</text>'
        for t in range(6)
    )
    side = _SIZE + 2 * _EDGE
    head = f"Reliability (expected calibration error {error:.4f})"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}"
 font-family="sans-serif" font-size="12">
<rect width="{side}" height="{side}" fill="white"/>
<rect x="{_EDGE}" y="{_EDGE}" width="{_SIZE}" height="{_SIZE}" fill="none" stroke="#999"/>
<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4 4"/>
{ticks}
{dots}
<text x="{side / 2}" y="28" text-anchor="middle" font-size="14">{head}</text>
<text x="{side / 2}" y="{side - 8}" text-anchor="middle">said with this confidence</text>
<text x="14" y="{side / 2}" text-anchor="middle" transform="rotate(-90 14 {side / 2})">share that was right</text>
</svg>
"""


def _x(value: float) -> float:
    return _EDGE + value * _SIZE


def _y(value: float) -> float:
    return _EDGE + (1 - value) * _SIZE
