// The menu of a task: to another day, over the coming time, out of its repetition.

import { openMenu } from "./menu.js";
import { dayOf, nextWeek, plusDays } from "./task_groups.js";
import { say } from "./words.js";

/** The menu; `acts` are what it does with a task. */
export function rowMenu({ zone, acts }) {
  function entries(task, root) {
    const today = dayOf(new Date(), zone());
    const days = [["today", today], ["tomorrow", plusDays(today, 1)], ["nextWeek", nextWeek(today)], ...(task.repeat || !task.due ? [] : [["none", ""]])];
    const rows = days.map(([name, day]) => entry(`move.${name}`, () => acts.move(task, day, root)));
    rows.push(entry("move.other", () => acts.edit(task, root, "day")));
    if (task.repeat && !task.completed) rows.push(entry("skipOnce", () => acts.skip(task, root)), entry("endRepeat", () => acts.endRepeat(task, root)));
    rows.push(entry("delete", () => acts.remove(task, root), "danger-text"));
    return rows;
  }

  const entry = (name, act, kind = null) => ({ name, text: say(name), act, kind });

  return { open: (task, button, root) => openMenu(button, say("moreOf", { title: task.title }), entries(task, root)) };
}
