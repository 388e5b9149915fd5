"""What became of an order, as it is kept and read back."""

import json
from typing import assert_never

from sayso.machines.device import Confirmed, Effect, Offline, Rejected, Sent, TimedOut, Unchanged


def to_text(effect: Effect) -> str:
    """An effect to be kept, and told again to whoever asks a second time."""
    match effect:
        case Confirmed(states):
            return json.dumps({"effect": "confirmed", "states": dict(states)})
        case Unchanged(states):
            return json.dumps({"effect": "unchanged", "states": dict(states)})
        case Rejected(reason):
            return json.dumps({"effect": "rejected", "reason": reason})
        case Sent():
            return json.dumps({"effect": "sent"})
        case Offline():
            return json.dumps({"effect": "offline"})
        case TimedOut():
            return json.dumps({"effect": "timed_out"})
        case _:
            assert_never(effect)


def from_text(text: str) -> Effect:
    """The effect that was kept."""
    kept = json.loads(text)
    match kept["effect"]:
        case "confirmed":
            return Confirmed(kept["states"])
        case "unchanged":
            return Unchanged(kept["states"])
        case "rejected":
            return Rejected(kept["reason"])
        case "sent":
            return Sent()
        case "offline":
            return Offline()
        case _:
            return TimedOut()
