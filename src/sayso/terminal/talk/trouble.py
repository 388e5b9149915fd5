"""What to say where a server does not answer as it should, and what to do then."""

import ssl
from collections.abc import Mapping
from typing import Literal

from sayso.assistant.message import Unheard
from sayso.errors import ServerError
from sayso.terminal.screen.clean import one_line

_UNHEARD: Mapping[tuple[int, str], Literal["no_conversation", "question_closed", "key_reused"]] = {
    (404, "not_found"): "no_conversation",
    (422, "question_closed"): "question_closed",
    (422, "key_reused"): "key_reused",
}
_NO_TOKEN = "`sayso token` where the server runs prints one: set SAYSO_TOKEN to it"


def unheard_of(status: int, told: object) -> Unheard | None:
    """Why a message was not taken in, where the server says so."""
    kind = _UNHEARD.get((status, str(told.get("error")) if isinstance(told, Mapping) else ""))
    return None if kind is None else Unheard(kind)


def not_ours(url: str) -> ServerError:
    """Somebody answers there, but not as we do."""
    return ServerError("is no Sayso server, or one of another version", url, "check the address")


def unreachable(url: str, wrong: Exception, has_left: bool) -> ServerError:
    """Nobody answers there, or no longer."""
    if has_left:
        return ServerError("the connection broke before an answer came", url, "see that the server runs")
    if _is_about_certificates(wrong):
        return ServerError("its certificate cannot be trusted", url, "check the address, or the server's certificate")
    why = one_line(str(wrong)) or type(wrong).__name__
    return ServerError(f"cannot be reached: {why}", url, "check the address, and that `sayso serve` runs there")


def problem_of(url: str, status: int, headers: Mapping[str, str], told: object) -> ServerError:
    """What an answer that is not good means."""
    message, next_step = _own_words(told)
    match status:
        case 401:
            return ServerError("does not take this access token, or wants one", url, _NO_TOKEN)
        case 429:
            return ServerError(message or "too many messages", url, _wait(headers))
        case 301 | 302 | 303 | 307 | 308:
            return ServerError("sends elsewhere", url, f"use that address: {one_line(headers.get('location', ''))}")
        case _ if not message:
            if status >= 500:
                return ServerError(f"answers with an error ({status})", url, "try again in a moment")
            return not_ours(url)
        case _:
            return ServerError(f"{message} ({status})", url, next_step)


def _own_words(told: object) -> tuple[str, str]:
    """What the server says of it, where it is one of ours."""
    match told:
        case {"error": str(), "message": str(message), "next": str(next_step)}:
            return one_line(message).rstrip("."), one_line(next_step).rstrip(".")
    return "", ""


def _wait(headers: Mapping[str, str]) -> str:
    seconds = headers.get("retry-after", "")
    return f"wait {seconds} seconds" if seconds.isdecimal() else "wait a moment"


def _is_about_certificates(wrong: BaseException | None) -> bool:
    while wrong is not None:
        if isinstance(wrong, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in str(wrong):
            return True
        wrong = wrong.__cause__ or wrong.__context__
    return False
