"""From a reading to drafts, by its intent."""

from datetime import datetime

from sayso.engine.compose.adding import add, add_several
from sayso.engine.compose.changing import refer, update
from sayso.engine.compose.draft import Draft, Maker
from sayso.engine.compose.listing import list_tasks
from sayso.engine.compose.parts import each_title
from sayso.engine.nouns import Reading
from sayso.engine.pack import Pack
from sayso.engine.text import Line


def compose(said: Line, pack: Pack, now: datetime, reading: Reading) -> list[Draft]:
    """The drafts of a reading: one, or one for each title where several are listed."""
    maker = Maker(said, pack, now, reading)
    match reading.intent:
        case "add_task":
            if "titles" in reading.slots:
                return list(add_several(maker))
            return [add(Maker(said, pack, now, one)) for one in each_title(maker)]
        case "list_tasks":
            return [list_tasks(maker)]
        case "complete_task" | "delete_task":
            return [refer(maker)]
        case "update_task":
            return [update(maker)]
        case _:
            return [maker.done()]
