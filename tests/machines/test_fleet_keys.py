"""A person's key to a platform is kept for them alone, and shown to nobody."""

import stat
from pathlib import Path

from household import Clock
from sqlalchemy import select, update
from workshop import employ

from sayso.machines.key import Key
from sayso.machines.keys import FleetKeys
from sayso.machines.vault import Vault, new_key, vault_of
from sayso.settings import Settings
from sayso.storage.database import Database
from sayso.storage.tables import fleet_keys
from sayso.tasks.belongings import Belongings


async def test_a_key_is_kept_replaced_forgotten_and_never_shown(database: Database) -> None:
    ann, bo = (await employ(database)).user_id, (await employ(database, name="Bo")).user_id
    vault = Vault([new_key()])
    keys, others = (FleetKeys(database, Clock(), fleet, vault) for fleet in ("things5", "elsewhere"))
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


async def kept(database: Database) -> str:
    async with database.reading() as tx:
        return str((await tx.execute(select(fleet_keys.c.token))).scalar_one())


async def test_who_reads_the_database_alone_cannot_use_a_key(database: Database) -> None:
    ann = (await employ(database)).user_id
    await FleetKeys(database, Clock(), "things5", Vault([new_key()])).keep(ann, Key("s3cret", "bakery"))
    assert "s3cret" not in await kept(database)
    assert await FleetKeys(database, Clock(), "things5", Vault([new_key()])).key(ann) is None  # another key


async def test_a_new_key_before_the_old_one_opens_and_encrypts(database: Database) -> None:
    ann, old, new = (await employ(database)).user_id, new_key(), new_key()
    await FleetKeys(database, Clock(), "things5", Vault([old])).keep(ann, Key("s3cret", "bakery"))
    rotated = FleetKeys(database, Clock(), "things5", Vault([new, old]))
    assert await rotated.key(ann) == Key("s3cret", "bakery")
    await rotated.keep(ann, Key("s3cret", "bakery"))
    assert await FleetKeys(database, Clock(), "things5", Vault([new])).key(ann) == Key("s3cret", "bakery")


async def test_one_from_before_is_encrypted_when_it_is_first_used(database: Database) -> None:
    ann, keys = (await employ(database)).user_id, FleetKeys(database, Clock(), "things5", Vault([new_key()]))
    await keys.keep(ann, Key("x", "bakery"))
    async with database.transaction() as tx:
        await tx.execute(update(fleet_keys).values(token="in-clear"))
    assert await keys.key(ann) == Key("in-clear", "bakery")
    assert "in-clear" not in await kept(database)
    assert await keys.key(ann) == Key("in-clear", "bakery")


def test_the_file_of_keys_is_its_owners_alone(tmp_path: Path) -> None:
    settings = Settings.read({"SAYSO_DATABASE_URL": f"sqlite:///{tmp_path / 'sayso.db'}"})
    sealed = vault_of(settings).sealed("s3cret")
    assert vault_of(settings).opened(sealed) == "s3cret"
    assert stat.S_IMODE((tmp_path / "vault").stat().st_mode) == 0o600
