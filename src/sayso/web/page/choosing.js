// Several tasks at once: chosen in the list, then done, put off or deleted together, by one yes and with one undo.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { dayOf, joined, parted, plusDays } from "./task_groups.js";
import { say } from "./words.js";

const NAMED = 5; // that a question names; of more it tells the number

/** The choosing; `all` gives the tasks, `draw` draws the list anew, `made` makes a change with its undo. */
export function choosing({ sure, failed, zone, all, draw, made }) {
  const chosen = new Set();
  let isOn = false;

  function bar() {
    const acts = [["allDone", done], ["allTomorrow", tomorrow], ["allDelete", remove], ["allNone", none]];
    at("chosen").hidden = !isOn;
    at("choose").setAttribute("aria-pressed", String(isOn));
    at("chosen").replaceChildren(make("span", { role: "status" }, say("chosenCount", { count: chosen.size })),
      ...acts.map(([name, act]) => make("button", { type: "button", class: name === "allDelete" ? "quiet danger-text" : "quiet", disabled: !chosen.size && name !== "allNone", onclick: act }, say(name))));
  }

  function redraw() {
    bar();
    draw();
  }

  function turn({ id }) {
    isOn = true;
    if (!chosen.delete(id)) chosen.add(id);
    redraw();
  }

  function none() {
    isOn = false;
    chosen.clear();
    redraw();
    at("choose").focus();
  }

  /** Change each of them under one batch: one undo takes all of it back. */
  async function each(change) {
    const tasks = all().filter(({ id }) => chosen.has(id));
    const batch = crypto.randomUUID();
    isOn = false;
    chosen.clear();
    bar();
    if (!tasks.length) return;
    await made(tasks[0].id, async () => {
      let last = null;
      for (const task of tasks) last = (await change(task, batch).catch(failed)) ?? last;
      if (!last) throw Object.assign(new Error(say("odd")), { next: "" });
      return last;
    });
  }

  const done = () => each((task, batch) => api.changeTask(task.id, { new_status: "completed" }, batch));
  const tomorrow = () => each((task, batch) => api.changeTask(task.id, { new_due: joined(plusDays(dayOf(new Date(), zone()), 1), parted(task.due, zone())[1], zone()) }, batch));

  async function remove() {
    const tasks = all().filter(({ id }) => chosen.has(id));
    const names = tasks.slice(0, NAMED).map(({ title }) => `“${title}”`).join(", ");
    const question = say(tasks.length > NAMED ? "sureMany" : "sureSome", { count: tasks.length, names });
    if (await sure(question)) await each((task, batch) => api.deleteTask(task, batch));
  }

  at("choose").addEventListener("click", () => { if (isOn) none(); else { isOn = true; redraw(); } });
  return { has: (id) => chosen.has(id), isOn: () => isOn, turn, draw: bar, keepOnly: (ids) => { for (const id of chosen) if (!ids.has(id)) chosen.delete(id); bar(); } };
}
