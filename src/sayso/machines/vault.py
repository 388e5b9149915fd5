"""Other people's secrets, encrypted before they are kept: who gets hold of the database alone can use none of them."""

from collections.abc import Sequence

from sayso.accounts.secret import kept_file
from sayso.errors import SettingsError
from sayso.late import late
from sayso.settings import Settings

fernet = late("cryptography.fernet")
_SEALED = "sealed:"  # what stands before one that is encrypted


class Vault:
    """Encrypts with the first of its keys and opens with any, so that a new one can be put before the old.

    >>> vault = Vault([new_key()])
    >>> vault.opened(vault.sealed("s3cret"))
    's3cret'
    """

    def __init__(self, keys: Sequence[str]) -> None:
        try:
            self._keys = fernet.MultiFernet([fernet.Fernet(key) for key in keys])
        except ValueError:
            raise SettingsError(
                "holds no key of 32 bytes in base64", "SAYSO_VAULT_KEYS", "leave it out, and one is made"
            ) from None

    def sealed(self, secret: str) -> str:
        """A secret as it is kept."""
        kept: str = _SEALED + self._keys.encrypt(secret.encode()).decode()
        return kept

    def opened(self, kept: str) -> str | None:
        """The secret; None where none of the keys opens it."""
        try:
            secret: str = self._keys.decrypt(kept.removeprefix(_SEALED).encode()).decode()
        except fernet.InvalidToken:
            return None
        return secret

    @staticmethod
    def is_sealed(kept: str) -> bool:
        """Whether it is encrypted at all: those from before were not."""
        return kept.startswith(_SEALED)


def new_key() -> str:
    """A key."""
    key: str = fernet.Fernet.generate_key().decode()
    return key


def vault_of(settings: Settings) -> Vault:
    """The vault whose keys are set, or else kept in a file that only its owner reads, one a line."""
    return Vault(settings.vault_keys or kept_file(settings.key_folder / "vault", new_key).split())
