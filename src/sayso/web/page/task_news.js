// What became of tasks, in sentences to be heard: one task with its day and weight, several by number and name.

import { repeats } from "./repeat.js";
import { parted } from "./task_groups.js";
import { day, isPast, say } from "./words.js";

const NAMED = 5; // titles that a sentence about several names

/** What there is to know of a task besides its title, in words: whether it is done, when it is due, its priority and repetition. */
export function details(task, zone) {
  const isLate = task.due && !task.completed && isPast(task.due, zone);
  return [
    task.completed && say("completed"),
    task.due && say(isLate ? "late" : "due", { day: day(task.due, zone) }),
    task.priority !== "medium" && task.priority && say(`weight.${task.priority}`),
    task.repeat && repeats(task.repeat),
  ].filter(Boolean);
}

/** The tasks that are different, each with what happened to it; both are maps by id. */
export function differences(before, after) {
  const changed = [...after.values()].filter((task) => before.get(task.id)?.updated_at !== task.updated_at).map((task) => ({ kind: kindOf(before.get(task.id), task), task }));
  const gone = [...before.values()].filter((task) => !after.has(task.id)).map((task) => ({ kind: "deleted", task }));
  return paired([...changed, ...gone], before);
}

/** Of what repeats, the next one that came with a turn that is done is told with it, and is no change of its own. */
function paired(found, before) {
  const nexts = new Set();
  const all = found.map((one) => {
    if (one.kind !== "done" || !before.get(one.task.id).repeat) return one;
    const next = found.find(({ kind, task }) => kind === "added" && task.repeat && task.title === one.task.title && !nexts.has(task.id))?.task;
    if (next) nexts.add(next.id);
    return { ...one, next };
  });
  return all.filter(({ task }) => !nexts.has(task.id));
}

function kindOf(before, task) {
  if (!before) return "added";
  if (before.completed !== task.completed) return task.completed ? "done" : "reopened";
  const isSame = ["title", "description", "priority", "repeat"].every((name) => before[name] === task[name]);
  return isSame && before.due !== task.due ? "moved" : "changed";
}

/** The sentence for them; `kind` and `count` where they are known better than by the difference. */
export function newsOf(found, zone, kind = null, count = found.length) {
  if (!found.length) return "";
  const [{ task, kind: seen }] = found;
  const what = kind ?? seen;
  if (count > 1) return some(found, zone, found.every((one) => one.kind === seen) ? what : "changed", count);
  if (what === "done" && found[0].next) return say("told.doneNext", { title: task.title, day: day(found[0].next.due, zone) });
  if (what === "moved" && !task.due) return say("told.dayless", task);
  const more = ["done", "deleted"].includes(what) ? [] : details(task, zone);
  return say(`told.${what}`, { title: task.title, more: more.map((one) => `, ${one}`).join("") });
}

/** The sentence for several; of those that were moved, with the day where it is one and the same. */
function some(found, zone, what, count) {
  const days = new Set(found.map(({ task }) => parted(task.due, zone)[0]));
  const [to] = days.size === 1 ? days : [];
  const key = what === "moved" && to !== undefined ? (to ? "movedTo" : "dayless") : what;
  return say(`told.some.${key}`, { count, names: named(found, count), day: to ? day(to, zone) : "" });
}

/** The titles of several in quotes, the first few of many; `count` where there are more than are known here. */
export function named(found, count = found.length) {
  return few(found.map(({ task }) => say("quoted", task)), count);
}

/** The same without quotes. */
export const titles = (all) => few(all, all.length);

function few(names, count) {
  const first = names.slice(0, NAMED);
  return count > first.length ? say("someMore", { names: first.join(", "), count: count - first.length }) : first.join(", ");
}
