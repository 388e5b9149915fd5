"""Which browser somebody signs in with, by its User-Agent: only names that we know are kept of what is sent."""

from sayso.dataclass import dataclass

_READ_AT_MOST = 1000  # letters
_BROWSERS = (  # the first that stands there: most say that they are Chrome and Safari, too
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class UserAgent:
    """A browser and the system that it runs on; None where we do not know it."""

    browser: str | None = None
    system: str | None = None


def agent_of(header: str) -> UserAgent:
    """What a User-Agent says."""
    text = header[:_READ_AT_MOST]
    browser = next((name for mark, name in _BROWSERS if mark in text), None)
    return UserAgent(browser, next((name for mark, name in _SYSTEMS if mark in text), None))
