"""Takes the README's picture: the page after a short conversation about tasks and machines. `make picture`"""

import sys
import tempfile
from pathlib import Path

from browser import Visitor, launched
from playwright.sync_api import expect
from serving import Served, newcomer

SIZE = {"width": 1280, "height": 900}
LARGEST = 250_000  # bytes


def main(target: Path) -> int:
    """Play the conversation and leave a picture of it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        server.environment["SAYSO_SIMULATED_OUTAGES"] = "false"
        with server, launched() as browser:
            ann = Visitor.arrive(browser, newcomer(server))
            ann.page.set_viewport_size(SIZE)  # type: ignore[arg-type] # a plain mapping does
            ann.say("add call Anna on Friday, high priority")
            ann.say("remind me to buy milk tomorrow")
            ann.page.locator("#new-talk").click()
            ann.say("mark the milk as done and turn on the fridge light")
            ann.after(ann.choices.filter(has_text="Dining Room Fridge").click)
            ann.say("show me the temperature of the cold room in the last 6 hours")
            expect(ann.page.locator(".lit", has_text="light")).to_be_visible()
            ann.page.mouse.move(0, 0)  # over nothing that would light up
            ann.page.screenshot(path=target, animations="disabled")
    size = target.stat().st_size
    print(f"{target}: {size // 1000} kB")
    return 0 if size <= LARGEST else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
