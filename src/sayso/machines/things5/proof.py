"""A token that somebody hands over, proven at the platform before it is kept."""

from collections.abc import Sequence

from sayso.dataclass import dataclass
from sayso.machines.key import Key
from sayso.machines.things5.client import Client
from sayso.machines.things5.exchange import HttpRequest, Missing, ResourceFound, refused_key
from sayso.machines.things5.reading import Organisation, organisations
from sayso.machines.things5.wire import identifier, page, path, unreadable


@dataclass(frozen=True, slots=True)
class OrganisationChoice:
    """The token is good, and which organisation is meant is not clear: these are the ones it opens."""

    organisations: Sequence[Organisation]


async def proven(client: Client, token: str, organisation: str) -> Key | OrganisationChoice:
    """The key of a token and an organisation, which is given by id or name, or is the only one that the token opens."""
    key = Key(token, organisation)
    if not key.is_usable:
        raise refused_key()
    listed = await client.read(key, HttpRequest(path("organizations")))
    open_to = () if isinstance(listed, Missing) else organisations(page(listed.body).items)
    folded = organisation.casefold()
    meant = [one for one in open_to if not folded or folded in (one.id.casefold(), one.name.casefold())]
    if len(meant) == 1:
        return Key(token, meant[0].id)
    if not meant and identifier(organisation):  # a token may open more than it may list
        seen = await client.read(key, HttpRequest(path("organizations", organisation, "devices"), (("limit", "1"),)))
        if isinstance(seen, ResourceFound):
            return key
    if isinstance(listed, Missing) and not listed.is_denied:
        raise unreadable("there are no organisations")  # any platform has a list of them
    return OrganisationChoice(meant or open_to)
