// Several tasks at once: chosen in the list, then done, put on a day, given a priority or deleted together, with one undo.

import { announce } from "./announce.js";
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
    const acts = [["allDone", done], ["allTomorrow", tomorrow], ["allDay", otherDay], ["allPriority", priority], ["allDelete", remove], ["allNone", none]];
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
    announce(say("chosenCount", { count: chosen.size }));
  }

  function none() {
    isOn = false;
    chosen.clear();
    const isInList = at("task-list").contains(document.activeElement); // there one stays in the row
    redraw();
    if (!isInList) at("choose").focus();
    announce(say("chosenNone"));
  }

  const tasks = () => all().filter(({ id }) => chosen.has(id));
  const names = (some) => some.slice(0, NAMED).map(({ title }) => `“${title}”`).join(", ");
  const asked = (some, key) => say(`${key}.${some.length > NAMED ? "many" : "some"}`, { count: some.length, names: names(some) });

  /** Change those that are not so yet, under one batch: one undo takes all of it back. */
  async function each(change, isSo = () => false) {
    const some = tasks().filter((task) => !isSo(task));
    const batch = crypto.randomUUID();
    isOn = false;
    chosen.clear();
    redraw();
    if (!some.length) return;
    await made(some[0].id, async () => {
      let last = null;
      for (const task of some) last = (await change(task, batch).catch(failed)) ?? last;
      if (!last) throw Object.assign(new Error(say("odd")), { next: "" });
      return { ...last, title: some.map(({ title }) => title).join(", ") };
    }, { shows: true });
  }

  /** One question that names them and has a field; null where the person leaves it. */
  function answered(key, field) {
    const dialog = at("many");
    at("many-question").textContent = asked(tasks(), key);
    for (const each of [at("many-day"), at("many-priority")]) each.parentElement.hidden = each.disabled = each !== field;
    dialog.returnValue = "no";
    dialog.showModal();
    field.focus();
    return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue === "yes" ? field.value : null), { once: true }));
  }

  const done = () => each((task, batch) => api.changeTask(task.id, { new_status: "completed" }, batch), ({ completed }) => completed);
  const toDay = (day) => each((task, batch) => api.changeTask(task.id, { new_due: joined(day, parted(task.due, zone())[1], zone()) }, batch), (task) => parted(task.due, zone())[0] === day);
  const tomorrow = () => toDay(plusDays(dayOf(new Date(), zone()), 1));

  async function otherDay() {
    at("many-day").value = "";
    const day = await answered("dayOfMany", at("many-day"));
    if (day) await toDay(day);
  }

  async function priority() {
    const wanted = await answered("priorityOfMany", at("many-priority"));
    if (wanted) await each((task, batch) => api.changeTask(task.id, { new_priority: wanted }, batch), (task) => task.priority === wanted);
  }

  async function remove() {
    if (await sure(asked(tasks(), "sureMany"))) await each((task, batch) => api.deleteTask(task, batch));
  }

  /** A key on a row while tasks are chosen means all of them; whether it meant anything. */
  function key(name, task) {
    if (name === "x") turn(task);
    else if (name === "Escape") none();
    else if (name === "d" && chosen.size) done();
    else if (name === "Delete" && chosen.size) remove();
    else return false;
    return true;
  }

  at("choose").addEventListener("click", () => { if (isOn) none(); else { isOn = true; redraw(); announce(say("choosingKeys")); } });
  return { has: (id) => chosen.has(id), isOn: () => isOn, turn, key, draw: bar, keepOnly: (ids) => { for (const id of chosen) if (!ids.has(id)) chosen.delete(id); bar(); } };
}
