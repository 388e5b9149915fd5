"""Every error Sayso raises: what went wrong, where, and what to do next.

SaysoError
├── RequestError     a request is not of the decision contract's shape
├── PackError        a language pack cannot be used
├── PolicyError      a policy file of the gateway cannot be used
├── CommandError     the command line was given something it cannot work with
├── SettingsError    a variable of the environment has a value that cannot be
├── MissingExtraError  a part of Sayso is not installed here
├── StorageUnavailable  the database cannot be reached or used now
├── FleetUnavailable  the machines' broker or platform cannot be reached or used now
└── ServerError      a server that is talked to cannot be reached, or does not take what is sent
"""


class SaysoError(Exception):
    """The root of all errors; its text says what, where and the next step."""

    exit_code = 1

    def __init__(self, what: str, where: str = "", next_step: str = "") -> None:
        self.what = what
        self.where = where
        self.next_step = next_step
        located = f"{where}: {what}" if where else what
        super().__init__(f"{located} ({next_step})" if next_step else located)


class RequestError(SaysoError):
    """A request is not of the contract's shape; `where` names the field."""

    exit_code = 2


class PackError(SaysoError):
    """A language pack cannot be used; `where` is its file and line."""

    exit_code = 3

    def __init__(self, path: str, line: int, what: str, next_step: str = "") -> None:
        super().__init__(what, f"{path}:{line}" if line else path, next_step)


class PolicyError(SaysoError):
    """A policy file of the gateway cannot be used; `where` is its file and line."""

    exit_code = 3

    def __init__(self, path: str, line: int, what: str, next_step: str = "") -> None:
        super().__init__(what, f"{path}:{line}" if line else path, next_step)


class CommandError(SaysoError):
    """A file or option given on the command line does not work."""

    exit_code = 2


class SettingsError(SaysoError):
    """A setting has a value that cannot be; `where` names the variable."""

    exit_code = 2


class MissingExtraError(SaysoError, ImportError):
    """A part of Sayso that is not installed here; the next step is the command that brings it."""

    exit_code = 3


class StorageUnavailable(SaysoError):  # noqa: N818 - it is a state of the world that passes, and is called so everywhere
    """The database cannot be reached or used now; nothing was changed, and the next call tries again by itself."""

    exit_code = 4


class FleetUnavailable(SaysoError):  # noqa: N818 - as with the storage: a state that passes
    """The machines' broker or platform cannot be reached or refuses us; nothing was sent."""

    exit_code = 4


class ServerError(SaysoError):
    """A server that is talked to cannot be reached, or does not take what is sent; `where` is its address."""

    exit_code = 5
