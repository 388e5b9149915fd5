"""Trying a Things5 platform: which devices the token opens, or why it opens none."""

from dataclasses import replace

from sayso.errors import FleetUnavailable
from sayso.machines.connections import Platform
from sayso.machines.device import Member
from sayso.machines.key import Key
from sayso.machines.probing import Reached, Trouble, Unreached
from sayso.machines.things5.client import Client
from sayso.machines.things5.exchange import NotSent, NoWord, away, closed_organisation, refused_key, sent_elsewhere
from sayso.machines.things5.fleet import Things5Fleet
from sayso.machines.things5.patience import Patience
from sayso.machines.things5.proof import OrganisationChoice, proven

_IMPATIENT = Patience(answer=5.0, tries=1)  # whoever filled in the form is waiting
_TROUBLES: dict[str, Trouble] = {
    refused_key().what: "credentials",
    closed_organisation().what: "organisation",
    sent_elsewhere().what: "elsewhere",
    away(NotSent()).what: "refused",
    away(NoWord()).what: "no_answer",
}


class _OneKey:
    """The key that is tried."""

    def __init__(self, key: Key) -> None:
        self._key = key

    async def key(self, _user_id: str) -> Key | None:
        """It."""
        return self._key


async def probe(platform: Platform) -> Reached | Unreached:
    """The names of the devices that the token opens."""
    client = Client(platform.url, _IMPATIENT)
    try:
        key = await proven(client, platform.token, platform.organisation)
        if isinstance(key, OrganisationChoice):
            return Unreached("organisation", tuple(one.name or one.id for one in key.organisations))
        found = await Things5Fleet(client, _OneKey(key)).devices(Member("", ""))
    except FleetUnavailable as wrong:
        return Unreached(_TROUBLES.get(wrong.what, "odd"))
    finally:
        await client.close()
    return Reached(replace(platform, organisation=key.organisation), tuple(device.name for device in found))
