// A task dragged to another day, by a mouse or a finger: onto a group of the list, while it is in groups of days. Keys have the row's menu.

import { dayOf, dayOfGroup } from "./task_groups.js";
import { touching } from "./touching.js";

const TYPE = "application/x-sayso-task";

/** Let the rows of `list` be dragged; `task(id)` gives one, `move` takes it to a day, `show(isOn)` shows the empty groups. */
export function dragging({ list, zone, task, move, show }) {
  let dragged = null;

  /** Whether a row may be carried; from now on it is. */
  function lift(row) {
    dragged = row ? task(row.dataset.id) : null;
    if (dragged?.completed) dragged = null;
    return Boolean(dragged);
  }

  function target(element) {
    const group = element?.closest?.("#task-list details.group");
    const day = group && dragged ? dayOfGroup(group.dataset.group, dayOf(new Date(), zone())) : null;
    if (day === null || (day === "" && dragged.repeat)) return null; // what repeats has a day
    return { group, day };
  }

  /** Mark the group in which it would be let go; whether there is one. */
  function over(element) {
    const found = target(element);
    mark(found?.group);
    return Boolean(found);
  }

  function mark(group) {
    for (const each of list.querySelectorAll(".target")) if (each !== group) each.classList.remove("target");
    group?.classList.add("target");
  }

  function drop(element) {
    const found = target(element);
    const moved = dragged;
    end();
    if (found) move(moved, found.day);
  }

  function end() {
    if (!dragged) return;
    dragged = null;
    mark(null);
    show(false);
  }

  list.addEventListener("dragstart", (event) => {
    if (!lift(event.target.closest?.("li[data-id]"))) return;
    event.dataTransfer.setData(TYPE, dragged.id);
    event.dataTransfer.effectAllowed = "move";
    requestAnimationFrame(() => show(true)); // the row that is held must stay what it is while the browser takes its picture
  });
  list.addEventListener("dragover", (event) => { if (over(event.target)) event.preventDefault(); });
  list.addEventListener("drop", (event) => {
    if (!target(event.target)) return;
    event.preventDefault();
    drop(event.target);
  });
  list.addEventListener("dragend", end);
  touching({ list, over, drop, end, lift: (row) => { const may = lift(row); if (may) show(true); return may; } });
}
