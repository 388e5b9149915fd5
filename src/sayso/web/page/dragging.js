// A task dragged to another day: onto a group of the list, while it is in groups of days. Keys and phones have the row's menu.

import { dayOf, nextWeek, plusDays } from "./task_groups.js";

const TYPE = "application/x-sayso-task";

/** The day that a group stands for when something is let go there; null where it stands for none. */
export function dayOfGroup(name, today) {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  if (name === "today") return today;
  if (name === "tomorrow") return plusDays(today, 1);
  if (name === "week") return weekday <= 5 ? plusDays(today, 2) : null;
  if (name === "later") return nextWeek(today);
  return name === "none" ? "" : null;
}

/** Let the rows of `list` be dragged; `task(id)` gives one, `move` takes it to a day, `show(isOn)` shows the empty groups. */
export function dragging({ list, zone, task, move, show }) {
  let dragged = null;

  function target(event) {
    const group = event.target.closest?.("details.group");
    const day = group && dragged ? dayOfGroup(group.dataset.group, dayOf(new Date(), zone())) : null;
    if (day === null || (day === "" && dragged.repeat)) return null; // what repeats has a day
    return { group, day };
  }

  function mark(group) {
    for (const each of list.querySelectorAll(".target")) if (each !== group) each.classList.remove("target");
    group?.classList.add("target");
  }

  list.addEventListener("dragstart", (event) => {
    const row = event.target.closest?.("li[data-id]");
    dragged = row ? task(row.dataset.id) : null;
    if (!dragged || dragged.completed) return;
    event.dataTransfer.setData(TYPE, dragged.id);
    event.dataTransfer.effectAllowed = "move";
    requestAnimationFrame(() => show(true)); // the row that is held must stay what it is while the browser takes its picture
  });
  list.addEventListener("dragover", (event) => {
    const found = target(event);
    mark(found?.group);
    if (found) event.preventDefault();
  });
  list.addEventListener("drop", (event) => {
    const found = target(event);
    if (!found) return;
    event.preventDefault();
    const moved = dragged;
    end();
    move(moved, found.day);
  });
  list.addEventListener("dragend", end);

  function end() {
    if (!dragged) return;
    dragged = null;
    mark(null);
    show(false);
  }
}
