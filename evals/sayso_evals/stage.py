"""A world in which a conversation takes place: what is said to be done in it is done, and stays done."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from sayso import Catalogue
from sayso_evals.blind import World

Fields = Mapping[str, Any]
_CHANGES = {"new_title": "title", "new_due": "due", "new_priority": "priority", "new_description": "description"}
_LOOKED_BACK = 8  # turns that a request carries


@dataclass(slots=True)
class Stage:
    """The tasks and the conversation as they stand."""

    world: World
    tasks: list[dict[str, Any]]
    turns: list[Fields] = field(default_factory=list)
    pending: Fields | None = None
    _before: list[list[dict[str, Any]]] = field(default_factory=list)  # what each undo goes back to
    _added: int = 0

    def request(self, message: str) -> dict[str, object]:
        """What the engine is asked when a message is said here and now; the records are in `known`."""
        asked = {**self.world.request(message), "history": self.turns[-_LOOKED_BACK:]}
        return asked if self.pending is None else {**asked, "pending": self.pending}

    def known(self) -> Catalogue:
        """The tasks as they stand now, and the machines, which were prepared once."""
        return Catalogue(self.tasks, self.world.known.machines)

    def titles(self) -> dict[str, str]:
        """What the tasks are called, by id."""
        return {t["id"]: t["title"] for t in self.tasks}

    def play(self, message: str, decision: Fields, is_agreed: bool) -> None:
        """Carries a decision out as far as it goes, and keeps the turn; `is_agreed`: its questions are answered yes."""
        told: list[str] = []
        steps: list[Fields] = []
        shown: list[str] = []
        is_open = False
        for step in decision["steps"]:
            is_done = step["status"] == "call" or (is_agreed and step["status"] == "confirm")
            if is_done and not is_open:
                shown, text = self._carry_out(step)
                told.append(text)
            is_open = is_open or not (is_done or step["status"] == "failed")
            outcome = "done" if is_done and not is_open else "failed" if step["status"] == "failed" else "waiting"
            kept = {"tool_name": step["tool_name"], "parameters": step["parameters"], "outcome": outcome}
            steps.append(kept)
        self.pending = decision if is_open or decision["status"] == "failed" else None
        asked = "" if is_agreed else decision["reply"] or ""
        said = " ".join((*told, asked)).strip() or "."
        answer = {"role": "assistant", "content": said, "steps": steps, "shown": shown}
        self.turns += [{"role": "user", "content": message}, answer]

    def _carry_out(self, step: Fields) -> tuple[list[str], str]:
        """The records that are shown, and what is told."""
        tool, given = step["tool_name"], step["parameters"]
        if tool == "list_tasks":
            found = [t for t in self.tasks if self._is_listed(t, given)]
            return [t["id"] for t in found], "; ".join(t["title"] for t in found)
        if tool == "undo":
            self.tasks = self._before.pop() if self._before else self.tasks
            return [], tool
        task = next((t for t in self.tasks if t["id"] == given.get("task_identifier")), None)
        if tool != "add_task" and task is None:
            return [], f"{given.get('device_id', '')}: {tool}"
        self._before.append(copy.deepcopy(self.tasks))
        if task is None:
            task = self._new(given)
            self.tasks.append(task)
        elif tool == "delete_task":
            self.tasks.remove(task)
        elif tool == "complete_task":
            task["completed"] = True
        else:
            task.update({_CHANGES[name]: value for name, value in given.items() if name in _CHANGES})
            task["completed"] = given.get("new_status", "completed" if task["completed"] else "") == "completed"
        return [], f"{tool}: '{task['title']}'"

    def _new(self, given: Fields) -> dict[str, Any]:
        self._added += 1
        number = len(self.world.titles) + self._added
        kept = {name: given.get(name) for name in ("title", "due", "description") if given.get(name)}
        return {
            "id": f"t{number}",
            "number": number,
            "completed": False,
            "due": None,
            "priority": given.get("priority", "medium"),
            **kept,
        }

    def _is_listed(self, task: Fields, given: Fields) -> bool:
        days = _days(given.get("due"), self.world.now[:10])
        due = (task["due"] or "")[:10]
        words = str(given.get("search", "")).casefold().split()
        return (
            all(word in task["title"].casefold() for word in words)
            and given.get("priority") in (None, task["priority"])
            and (days is None or (due != "" and days[0] <= due <= days[1]))
            and self._stands(task, str(given.get("filter", "all")))
        )

    def _stands(self, task: Fields, wanted: str) -> bool:
        is_past = bool(task["due"]) and task["due"][:10] < self.world.now[:10]
        is_open = not task["completed"]
        return {"completed": not is_open, "pending": is_open, "overdue": is_open and is_past}.get(wanted, True)


def _days(due: Any, today: str) -> tuple[str, str] | None:
    """From which day to which a list goes."""
    now = date.fromisoformat(today)
    monday = now + timedelta(days=7 - now.weekday())
    this_week = (today, (monday - timedelta(days=1)).isoformat())
    weeks = {"this_week": this_week, "next_week": (monday.isoformat(), (monday + timedelta(days=6)).isoformat())}
    days = {"today": today, "tomorrow": (now + timedelta(days=1)).isoformat()}
    if due is None or isinstance(due, Mapping):
        return None if due is None else (due.get("from", ""), due.get("to", date.max.isoformat()))
    return weeks.get(due) or (days.get(due, due), days.get(due, due))
