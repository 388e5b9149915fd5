"""What opens the platform to a user: an access token, and the organisation whose machines are meant."""

from dataclasses import field
from typing import Protocol

from sayso.dataclass import dataclass

_LONGEST = 4000  # letters; more is not kept, and servers refuse longer headers anyway


@dataclass(frozen=True, slots=True)
class Key:
    """A user's token, which is shown nowhere, and the organisation on the platform."""

    token: str = field(repr=False)
    organisation: str

    @property
    def is_usable(self) -> bool:
        """Whether the token can be sent at all: one word of visible ASCII."""
        return 0 < len(self.token) <= _LONGEST and all("!" <= letter <= "~" for letter in self.token)


class Keys(Protocol):
    """Whose key is which."""

    async def key(self, user_id: str) -> Key | None:
        """The key of a user; None where none was set."""
        ...


class KeyStore(Protocol):
    """Where keys are kept, each for one user."""

    async def keep(self, user_id: str, key: Key) -> None:
        """Keep a key instead of the one before."""
        ...

    async def forget(self, user_id: str) -> bool:
        """Forget a key; False where there was none."""
        ...
