"""A person's key to a platform is kept for them alone, and shown to nobody."""

from household import Clock
from workshop import employ

from sayso.machines.key import Key
from sayso.machines.keys import FleetKeys
from sayso.storage.database import Database
from sayso.tasks.belongings import Belongings


async def test_a_key_is_kept_replaced_forgotten_and_never_shown(database: Database) -> None:
    ann, bo = (await employ(database)).user_id, (await employ(database, name="Bo")).user_id
    keys, others = FleetKeys(database, Clock(), "things5"), FleetKeys(database, Clock(), "elsewhere")
    for token in ("first-token", "second-token"):
        await keys.keep(ann, Key(token, "bakery"))
    found = await keys.key(ann)
    assert found == Key("second-token", "bakery")
    assert "second-token" not in repr(found)
    assert await keys.key(bo) is None
    assert await others.key(ann) is None
    exported = await Belongings(database, Clock()).export(ann)
    assert exported is not None
    assert exported["fleet_keys"][0]["organisation"] == "bakery"
    assert "second-token" not in str(exported)
    assert (await keys.forget(ann), await keys.forget(ann)) == (True, False)
    await keys.keep(ann, Key("third-token", "bakery"))
    await Belongings(database, Clock()).remove(ann)
    assert await keys.key(ann) is None
