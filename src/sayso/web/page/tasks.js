// The task list beside the conversation: in groups, worked in by pointer and keyboard, and as it is now.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make, settled } from "./dom.js";
import { keep, kept } from "./kept.js";
import { choosing } from "./choosing.js";
import { dragging } from "./dragging.js";
import { dayOf, filtered, grouped, inOrder, isMonth, openGroups } from "./task_groups.js";
import { taskActs } from "./task_acts.js";
import { focusPart, row } from "./task_row.js";
import { fold } from "./task_store.js";
import { month, say } from "./words.js";

const CHUNK = 60; // rows of a group that are drawn at a time
const AT_FIRST = 80; // rows of all groups together; the others are drawn when they are scrolled to
const TOLD_AFTER = 500; // milliseconds after the last letter or choice: what is found is told once
const EVERY = 10_000; // how often a visible page looks for changes from elsewhere, in milliseconds

/** The list; `store` holds the tasks, `sure` asks the person, `failed` is told what went wrong, `steps` offers an undo. */
export function taskList({ store, sure, failed, zone, isAway, steps, changed, redrawCards }) {
  const list = at("task-list");
  let known = null; // when each task was last changed, to show what is new
  let seen = ""; // which tasks stand where
  let shown = 0; // how many
  let found = null; // what is searched for, and which tasks the server found by it
  const drawn = new Map(); // how many rows of a group are drawn
  const growing = new Map(); // what draws so many rows of a group
  const folded = new WeakMap();
  const acts = taskActs({ store, sure, failed, zone, steps, changed, home: list, reveal, redraw: () => { draw(); redrawCards(); }, chosen: () => chosen });
  const own = acts.of(list);
  const chosen = choosing({ sure, failed, zone, all: store.all, draw: () => { acts.close(); draw(); }, made: acts.made });
  const more = new IntersectionObserver((seen) => { for (const { isIntersecting, target } of seen) if (isIntersecting) target.click(); }, { root: at("tasks"), rootMargin: "400px" });

  /** Look what is different; `shows`, that what was added is brought into view. */
  async function refresh(shows = false) {
    const before = known;
    await store.refresh().catch(failed);
    const added = shows && before && !list.contains(document.activeElement) && store.all().findLast(({ id, completed }) => !completed && !before.has(id));
    if (added && list.checkVisibility({ visibilityProperty: true })) reveal(added.id)?.scrollIntoView({ block: "nearest" });
  }

  /** Draw the row of a task, however far down it stands, or else what folds it; null where it is not shown. */
  function reveal(id) {
    const group = inGroups().find(({ tasks }) => tasks.some((task) => task.id === id));
    if (!group) return null;
    growing.get(group.name)?.(group.tasks.findIndex((task) => task.id === id) + 1);
    const row = list.querySelector(`li[data-id="${CSS.escape(id)}"]`);
    return row?.closest("details:not([open])")?.querySelector("summary") ?? row;
  }

  const searched = () => at("search-tasks").value.trim();
  const sieved = () => at("filter").value !== "all" || searched() !== "";

  /** Say how many fit, once nothing more is typed or chosen for a moment. */
  const tellFit = settled(() => { if (store.isKnown) announce(fitting()); }, TOLD_AFTER);
  const fitting = () => (shown ? say(sieved() ? "fit" : "fitAll", { count: shown }) : say(sieved() ? "noneFit" : "noTasks"));

  /** Whether a search means a task: by the letters of its title or description, or because the server says so. */
  function holds(task, part) {
    if (!folded.has(task)) folded.set(task, fold(`${task.title}\n${task.description}`));
    return folded.get(task).includes(part) || (found?.ids.has(task.id) ?? false);
  }

  function inGroups() {
    const part = fold(searched());
    if (part && found && found.part !== part) found = null;
    const fits = filtered(at("filter").value, zone());
    const shown = store.all().filter((task) => fits(task) && (!part || holds(task, part)));
    return grouped(shown, at("sort").value, zone());
  }

  const signature = (groups) => groups.map(({ name, tasks }) => `${name} ${tasks.map(({ id }) => id).join(" ")}`).join("\n");

  function draw() {
    if (!store.isKnown || acts.isEditingIn(list)) return;
    const held = document.activeElement?.closest?.("#task-list li")?.dataset.id;
    const heldPart = document.activeElement?.dataset?.part;
    const before = known;
    const all = store.all();
    known = new Map(all.map((task) => [task.id, task.updated_at]));
    const isNew = (task) => before !== null && before.get(task.id) !== task.updated_at;
    const groups = inGroups();
    seen = signature(groups);
    more.disconnect();
    let room = AT_FIRST;
    list.replaceChildren(...groups.map((group) => {
      const whole = section(group, isNew, room);
      room = Math.max(0, room - whole.querySelectorAll("li").length);
      return whole;
    }));
    acts.placeUndo();
    if (held) focusPart(list, held, heldPart);
    const isSieved = sieved();
    shown = groups.reduce((sum, { tasks }) => sum + tasks.length, 0);
    list.style.setProperty("--digits", String(all.reduce((most, { number }) => Math.max(most, number), 0)).length);
    at("task-count").textContent = isSieved ? String(shown) : say("open", { count: all.filter((t) => !t.completed).length });
    at("no-tasks").hidden = shown > 0;
    at("list-keys").hidden = shown === 0;
    at("no-tasks").textContent = say(isSieved ? "noneFit" : "noTasks");
  }

  /** A group: its name and count, which fold it, and its rows; what is done is folded until it is wanted. */
  function section({ name, tasks }, isNew, room) {
    const isOpen = at("filter").value === "completed" || (kept(`fold.${name}`) ?? (name === "done" ? "shut" : "open")) === "open";
    const rows = make("ol", {});
    const next = make("button", { type: "button", class: "quiet more-rows", onclick: () => grow() });
    function grow(count = rows.childElementCount + CHUNK) {
      rows.append(...tasks.slice(rows.childElementCount, count).map((task) => line(task, isNew(task))));
      drawn.set(name, rows.childElementCount);
      next.hidden = rows.childElementCount >= tasks.length;
      next.textContent = say("moreRows", { count: tasks.length - rows.childElementCount });
      if (next.hidden) more.unobserve(next);
    }
    grow(Math.max(Math.min(CHUNK, room), drawn.get(name) ?? 0));
    growing.set(name, grow);
    if (!next.hidden) more.observe(next);
    const whole = make("details", { class: `group ${kind(name)}`, "data-group": name, open: isOpen }, heading(name, tasks.length), rows, next);
    whole.addEventListener("toggle", () => keep(`fold.${name}`, whole.open ? "open" : "shut"));
    return whole;
  }

  const kind = (name) => (isMonth(name) ? "month" : name);
  const heading = (name, count) => make("summary", {}, make("h3", {}, isMonth(name) ? month(name) : say(`group.${name}`)), make("span", { class: "count" }, String(count)));

  const line = (task, isFresh) => row(task, { isFresh, isChosen: chosen.has(task.id), isChoosing: chosen.isOn(), canDrag: at("sort").value === "due" && !task.completed && !chosen.isOn(), zone: zone() }, own);

  /** While something is dragged, the days that hold nothing are there to let it go, too. */
  function showEmpty(isOn) {
    for (const each of list.querySelectorAll(".vacant")) each.remove();
    if (!isOn) return;
    for (const name of openGroups(dayOf(new Date(), zone()))) {
      if (list.querySelector(`[data-group="${name}"]`)) continue;
      const after = [...list.children].find((each) => each.dataset.group && inOrder(each.dataset.group, name) > 0);
      list.insertBefore(make("details", { class: `group vacant ${kind(name)}`, "data-group": name }, heading(name, 0)), after ?? null);
    }
  }

  async function search() {
    const text = searched();
    draw();
    if (!text) return tellFit();
    try {
      const { tasks } = await api.tasks({ search: text, limit: 500 });
      if (text !== searched()) return;
      found = { part: fold(text), ids: new Set(tasks.map(({ id }) => id)) };
      if (signature(inGroups()) !== seen) draw();
    } catch (error) {
      failed(error);
    }
    return tellFit();
  }

  const tellSort = settled(() => announce(say("sorted", { how: at("sort").selectedOptions[0].textContent })), TOLD_AFTER);

  async function look() {
    if (document.hidden || isAway()) return;
    await refresh();
    if (store.isKnown && signature(inGroups()) !== seen) draw(); // what was due later is due by now
  }

  store.watch(() => { chosen.keepOnly(new Set(store.all().map(({ id }) => id))); draw(); });
  at("filter").addEventListener("change", () => { draw(); tellFit(); });
  at("sort").value = kept("sort") ?? "due";
  at("sort").addEventListener("change", (event) => { keep("sort", event.target.value); draw(); tellSort(); });
  at("search-tasks").addEventListener("input", settled(search, 120));
  list.addEventListener("keydown", acts.keys);
  dragging({ list, zone, task: store.get, move: (task, day) => acts.move(task, day, list, true), show: showEmpty });
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
  return { refresh, acts, made: acts.made, redraw: () => { chosen.draw(); draw(); } };
}
