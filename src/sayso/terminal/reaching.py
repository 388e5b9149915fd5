"""How a server that listens everywhere is reached from another device, and what is still to be set up for it."""

import socket
from collections.abc import Collection

_SOMEWHERE = ("192.0.2.1", 9)  # of no machine: nothing is sent, the system only says which way it would go
_EVERYWHERE = ("0.0.0.0", "::")


def network_address() -> str | None:
    """This machine's address in its network; None where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(_SOMEWHERE)
            found = str(way.getsockname()[0])
    except OSError:
        return None
    return None if found.startswith(("127.", "0.")) else found


def reaching(host: str, port: int, allowed: Collection[str], has_accounts: bool) -> list[str]:
    """What to tell whoever started a server for people with accounts."""
    told = []
    found = network_address() if host in _EVERYWHERE else None
    if found is not None:
        told.append(f"From another device: http://{found}:{port}/")
        if found not in allowed and f"{found}:{port}" not in allowed:
            told.append(f"  It is refused until it is allowed: start with SAYSO_ALLOWED_HOSTS={found}")
            told.append("  (behind a proxy: the name that browsers use, which the proxy passes on as Host).")
    if not has_accounts:
        told.append("There is no account yet; to make one: sayso user add NAME EMAIL")
    return told
