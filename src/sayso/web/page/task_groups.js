// The list in groups: by when things are due, or by what else they are sorted by; and days and times where the person is.

import { written } from "./formats.js";

export const GROUPS = ["overdue", "today", "tomorrow", "week", "next", "month", "none", "done"]; // of months there are several, each by its own name
const WEIGHT = { high: 0, medium: 1, low: 2 };
const DAY = 86_400_000;
const ALPHABET = new Intl.Collator();

/** The day that it is at a moment, in a zone: "2026-11-16". */
export const dayOf = (at, zone) => written("en-CA", { timeZone: zone, dateStyle: "short" }).format(at);

/** So many days after a day. */
export const plusDays = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The Monday after a day. */
export const nextWeek = (day) => plusDays(day, 8 - (new Date(`${day}T00:00:00Z`).getUTCDay() || 7));

/** Whether a group is one of the months after next week; it is named "2026-12". */
export const isMonth = (name) => /^\d/.test(name);

/** The order of two groups. */
export const inOrder = (one, other) => rank(one).localeCompare(rank(other));
const rank = (name) => `${GROUPS.indexOf(isMonth(name) ? "month" : name)} ${name}`;

/** The day that a group stands for when something is let go there; null where it stands for none. */
export function dayOfGroup(name, today) {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  if (name === "today") return today;
  if (name === "tomorrow") return plusDays(today, 1);
  if (name === "week") return weekday <= 5 ? plusDays(today, 2) : null;
  if (name === "next") return nextWeek(today);
  if (isMonth(name)) return [`${name}-01`, plusDays(nextWeek(today), 7)].sort().at(-1); // what is sooner stands in another group
  return name === "none" ? "" : null;
}

/** The groups of days onto which something can be let go, whether they hold something or not: of the months, the coming one. */
export function openGroups(today) {
  const coming = plusDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7);
  return GROUPS.map((name) => (name === "month" ? coming : name)).filter((name) => dayOfGroup(name, today) !== null);
}

/** Day and clock of something due, in a zone; the clock is empty where only a day was said. */
export function parted(due, zone) {
  if (!due) return ["", ""];
  if (due.length <= 10) return [due, ""];
  const at = new Date(due);
  const clock = written("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(at);
  return [dayOf(at, zone), clock];
}

/** A day and a clock as a time with the offset that holds there and then; a day alone stays one. */
export function joined(day, clock, zone) {
  if (!day || !clock) return day;
  const wanted = Date.parse(`${day}T${clock}:00Z`);
  let offset = 0;
  for (let tries = 0; tries < 2; tries += 1) { // the second knows the offset of that very time
    const [shownDay, shownClock] = parted(new Date(wanted - offset).toISOString(), zone);
    offset += Date.parse(`${shownDay}T${shownClock}:00Z`) - wanted;
  }
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (number) => String(number).padStart(2, "0");
  return `${day}T${clock}:00${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function place(task, { now, zone, today, tomorrow, sunday, nextSunday }) {
  if (task.completed) return "done";
  if (!task.due) return "none";
  const [due] = parted(task.due, zone);
  if (due < today || (task.due.length > 10 && new Date(task.due) < now)) return "overdue";
  if (due === today) return "today";
  if (due === tomorrow) return "tomorrow";
  if (due <= nextSunday) return due <= sunday ? "week" : "next";
  return due.slice(0, 7);
}

const ORDERS = {
  due: (a, b) => (a.when ?? Infinity) - (b.when ?? Infinity) || WEIGHT[a.task.priority] - WEIGHT[b.task.priority] || a.task.number - b.task.number,
  priority: (a, b) => WEIGHT[a.task.priority] - WEIGHT[b.task.priority] || ORDERS.due(a, b),
  title: (a, b) => ALPHABET.compare(a.task.title, b.task.title) || a.task.number - b.task.number,
  newest: (a, b) => b.task.number - a.task.number,
};

function bounds(now, zone) {
  const today = dayOf(now, zone);
  const sunday = plusDays(nextWeek(today), -1);
  return { now, zone, today, tomorrow: plusDays(today, 1), sunday, nextSunday: plusDays(sunday, 7) };
}

/** Whether a task is one of those to be shown: all, done, or of what is open all, a group, a day, a week, a priority. */
export function filtered(which, zone, now = new Date()) {
  const days = bounds(now, zone);
  const by = {
    pending: () => true,
    overdue: (task) => place(task, days) === "overdue",
    today: ({ due }) => parted(due, zone)[0] === days.today,
    week: ({ due }) => parted(due, zone)[0] >= days.today && parted(due, zone)[0] <= days.sunday,
    none: ({ due }) => !due,
  };
  if (which === "all") return () => true;
  if (which === "completed") return ({ completed }) => completed;
  return (task) => !task.completed && (by[which]?.(task) ?? task.priority === which);
}

/** The groups that hold something, in order: {name, tasks}. Sorted by anything but when it is due, what is open is one group. */
export function grouped(tasks, sort, zone, now = new Date()) {
  const found = new Map();
  const days = bounds(now, zone);
  for (const task of tasks) {
    const own = place(task, days);
    const name = sort === "due" || own === "done" ? own : "none";
    const when = task.due ? Date.parse(task.due.length <= 10 ? `${task.due}T23:59:59Z` : task.due) : null;
    if (!found.has(name)) found.set(name, []);
    found.get(name).push({ task, when });
  }
  return [...found].sort(([one], [other]) => inOrder(one, other))
    .map(([name, rows]) => ({ name: sort === "due" || name === "done" ? name : "open", tasks: rows.sort(ORDERS[sort]).map(({ task }) => task) }));
}
