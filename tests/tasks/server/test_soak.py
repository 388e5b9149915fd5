"""A small rain in every build; `make soak` lets it pour."""

from collections.abc import Callable

from soak import Size, soak


async def test_killed_servers_and_broken_calls_lose_nothing_and_double_nothing(fresh_url: Callable[[], str]) -> None:
    account = await soak(fresh_url(), Size(clients=8, people=3, calls=6, kills=1))
    assert account.kills == 1
    assert account.retries > 0
    assert sum(account.acknowledged.values()) == 48
