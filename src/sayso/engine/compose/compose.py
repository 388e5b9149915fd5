"""From a reading to drafts, by what its tool does."""

from datetime import datetime

from sayso.engine.compose.adding import add, add_several
from sayso.engine.compose.changing import refer, update
from sayso.engine.compose.draft import Draft, Maker
from sayso.engine.compose.listing import list_each
from sayso.engine.compose.parts import each_title
from sayso.engine.nouns import Reading
from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.tool import Tool


def compose(said: Line, pack: Pack, now: datetime, reading: Reading, tool: Tool) -> list[Draft]:
    """The drafts of a reading: one, or one for each title where several are listed."""
    maker = Maker(said, pack, now, reading, tool)
    match reading.does:
        case "make":
            if "titles" in reading.slots:
                return list(add_several(maker))
            return [add(Maker(said, pack, now, one, tool)) for one in each_title(maker)]
        case "list":
            return list(list_each(maker))
        case "finish" | "remove":
            return [refer(maker)]
        case "change":
            return [update(maker)]
        case _:
            return [maker.done()]
