"""`make attack`: every attack against a running server, on each database, printed as a table."""

import asyncio
import sys
import tempfile
from pathlib import Path

import pytest
from attack.newest import ALL
from attack.target import target
from postgres import NoPostgres, Server
from served import Served


async def attacked(served: Served, name: str) -> int:
    """Make all attacks; gives how many got through."""
    through = 0
    for one in ALL:
        on = await target(served)
        try:
            await one.deed(on)
            result = "held"
        except (Exception, pytest.fail.Exception) as wrong:  # whatever went wrong, it did not hold
            through, result = through + 1, f"GOT THROUGH {type(wrong).__name__} {str(wrong)[:80]!r}"
        finally:
            for caller in (on.ann, on.bob):
                await caller.client.aclose()
            await on.database.close()
        print(f"{name:12}{one.group:15}{one.name[:60]:62}{on.tries:>5}  {result}", flush=True)
    return through


def main() -> int:
    """Attack both databases; one that is not there is said so."""
    print(f"{'database':12}{'group':15}{'attack':62}{'tries':>5}  result")
    through = 0
    with tempfile.TemporaryDirectory() as folder:
        urls = {"sqlite": f"sqlite:///{Path(folder) / 'sayso.db'}"}
        server: Server | None = None
        try:
            server = Server.start_new()
            urls["postgresql"] = server.new_database()
        except NoPostgres as wrong:
            print(f"postgresql  not attacked: {wrong}")
        for name, url in urls.items():
            served = Served(url)
            try:
                through += asyncio.run(attacked(served, name))
            finally:
                served.kill()
        if server is not None:
            server.remove()
    print(f"{len(ALL)} attacks on each of {len(urls)} databases, {through} got through")
    return 1 if through else 0


if __name__ == "__main__":
    sys.exit(main())
