// The task list beside the conversation: in groups, worked in by pointer and keyboard, and as it is now.

import * as api from "./api.js";
import { at, make, settled } from "./dom.js";
import { keep, kept } from "./kept.js";
import { choosing } from "./choosing.js";
import { grouped } from "./task_groups.js";
import { editor, row } from "./task_row.js";
import { say } from "./words.js";

const PAGE = 500; // tasks of one answer
const CHUNK = 60; // rows of a group that are drawn at a time
const EVERY = 10_000; // how often a visible page looks for changes from elsewhere, in milliseconds
const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** The list; `sure` asks the person, `failed` is told what went wrong, `steps` offers to take a change back. */
export function taskList({ sure, failed, zone, isAway, steps, changed }) {
  const list = at("task-list");
  let all = null;
  let mark = null; // of the list as it is held here
  let known = null; // when each task was last changed, to show what is new
  let seen = ""; // which tasks stand where
  let asked = 0;
  let undo = null; // what takes the last change here back, and where in the list that was
  let editing = null; // the task whose form is open
  const drawn = new Map(); // how many rows of a group are drawn
  const titles = new Map(); // of every task that was ever shown, to call it by its name
  const chosen = choosing({ sure, failed, zone, all: () => all ?? [], draw: () => draw(), made });
  const more = new IntersectionObserver((seen) => { for (const { isIntersecting, target } of seen) if (isIntersecting) target.click(); }, { root: at("tasks"), rootMargin: "400px" });

  async function refresh() {
    const turn = (asked += 1);
    try {
      const held = (await api.taskMark()).mark;
      const search = at("search-tasks").value.trim();
      const found = [];
      for (let isMore = true; isMore;) {
        const page = await api.tasks({ search, limit: PAGE, offset: found.length });
        if (turn !== asked) return;
        found.push(...page.tasks);
        isMore = page.has_more && page.tasks.length > 0;
      }
      mark = held;
      const before = all;
      all = found;
      for (const { id, title } of found) titles.set(id, title);
      chosen.keepOnly(new Set(found.map(({ id }) => id)));
      if (JSON.stringify(before) !== JSON.stringify(all) || !list.childElementCount) draw();
    } catch (error) {
      failed(error);
    }
  }

  function fits(task) {
    const which = at("filter").value;
    if (which === "all") return true;
    return which === "completed" ? task.completed : !task.completed;
  }

  const inGroups = () => grouped(all.filter(fits), at("sort").value, zone()).filter(({ name }) => at("filter").value !== "overdue" || name === "overdue");
  const signature = (groups) => groups.map(({ name, tasks }) => `${name} ${tasks.map(({ id }) => id).join(" ")}`).join("\n");

  function draw() {
    if (!all || editing) return;
    const held = document.activeElement?.closest?.("#task-list li")?.dataset.id;
    const heldPart = document.activeElement?.dataset?.part;
    const before = known;
    known = new Map(all.map((task) => [task.id, task.updated_at]));
    const isNew = (task) => before !== null && before.get(task.id) !== task.updated_at;
    const groups = inGroups();
    seen = signature(groups);
    more.disconnect();
    list.replaceChildren(...groups.map((group) => section(group, isNew)));
    placeUndo();
    if (held) list.querySelector(`li[data-id="${CSS.escape(held)}"] [data-part="${heldPart}"]`)?.focus();
    const isSieved = at("filter").value !== "all" || at("search-tasks").value.trim() !== "";
    const shown = groups.reduce((sum, { tasks }) => sum + tasks.length, 0);
    at("task-count").textContent = isSieved ? String(shown) : say("open", { count: all.filter((t) => !t.completed).length });
    at("no-tasks").hidden = shown > 0;
    at("no-tasks").textContent = say(isSieved ? "noneFit" : "noTasks");
  }

  /** A group: its name and count, which fold it, and its rows; what is done is folded until it is wanted. */
  function section({ name, tasks }, isNew) {
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
    grow(Math.max(CHUNK, drawn.get(name) ?? 0));
    if (!next.hidden) more.observe(next);
    const summary = make("summary", {}, make("h3", {}, say(`group.${name}`)), make("span", { class: "count" }, String(tasks.length)));
    const whole = make("details", { class: `group ${name}`, open: isOpen }, summary, rows, next);
    whole.addEventListener("toggle", () => keep(`fold.${name}`, whole.open ? "open" : "shut"));
    return whole;
  }

  const line = (task, isFresh) => row(task, { isFresh, isChosen: chosen.has(task.id), isChoosing: chosen.isOn(), zone: zone() }, { tick, edit, remove, choose: chosen.turn });

  /** The undo stands in the row of its task, or where the row was. */
  function placeUndo() {
    if (!undo || steps.offered() !== undo.element) return;
    const own = list.querySelector(`li[data-id="${CSS.escape(undo.id)}"] .what`);
    if (own && own.closest("details").open) own.append(undo.element);
    else list.insertBefore(make("p", { class: "gone" }, undo.element), list.children[Math.min(undo.place, list.childElementCount)] ?? null);
  }

  /** A change was made here: it can be taken back here, for a while. */
  async function made(id, change) {
    try {
      const place = [...list.children].findIndex((group) => group.querySelector(`li[data-id="${CSS.escape(id)}"]`));
      const result = await change();
      undo = { id, place: Math.max(0, place), element: steps.offer(result) };
    } catch (error) {
      all = null; // the rows show again what is so
      failed(error);
    }
    await changed();
    placeUndo();
    if (document.activeElement === document.body) steps.offered()?.querySelector("button").focus();
  }

  const tick = (task, isDone) => made(task.id, () => api.changeTask(task.id, { new_status: isDone ? "completed" : "pending" }));

  async function remove(task) {
    if (await sure(say("sureTask", { title: task.title }))) await made(task.id, () => api.deleteTask(task));
  }

  function edit(task) {
    if (editing) stopEditing();
    const place = list.querySelector(`li[data-id="${CSS.escape(task.id)}"]`);
    if (!place) return;
    editing = task;
    const form = editor(task, zone(), { close: () => stopEditing(), save: (changes) => { editing = null; made(task.id, () => api.changeTask(task.id, changes)).then(() => focusOn(task.id)); } });
    place.replaceWith(form);
    form.querySelector("input").focus();
    form.querySelector("input").select();
  }

  function stopEditing() {
    const { id } = editing;
    editing = null;
    draw();
    focusOn(id);
  }

  const focusOn = (id) => list.querySelector(`li[data-id="${CSS.escape(id)}"] [data-part=edit]`)?.focus();

  /** Arrows or j and k walk, Enter edits, d ticks, x chooses, Delete removes; Escape ends the form. */
  function keys(event) {
    if (event.key === "Escape" && editing) {
      event.stopPropagation();
      stopEditing();
      return;
    }
    const here = event.target.closest("li");
    if (!here || editing || event.target.matches("select, textarea, input:not([type=checkbox])") || event.ctrlKey || event.metaKey || event.altKey) return;
    const task = all.find(({ id }) => id === here.dataset.id);
    const rows = [...list.querySelectorAll("details[open] li")];
    if (event.key in STEPS) (rows[rows.indexOf(here) + STEPS[event.key]] ?? here).querySelector("[data-part=edit]").focus();
    else if (event.key === "d") tick(task, !task.completed);
    else if (event.key === "x") chosen.turn(task);
    else if (event.key === "Delete") remove(task);
    else return;
    event.preventDefault();
  }

  async function look() {
    if (document.hidden || isAway()) return;
    try {
      if ((await api.taskMark()).mark !== mark) await refresh();
      else if (all && signature(inGroups()) !== seen) draw(); // what was due later is due by now
    } catch (error) {
      failed(error);
    }
  }

  at("filter").addEventListener("change", () => draw());
  at("sort").value = kept("sort") ?? "due";
  at("sort").addEventListener("change", (event) => { keep("sort", event.target.value); draw(); });
  at("search-tasks").addEventListener("input", settled(refresh));
  list.addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
  return { refresh, titles, made, redraw: () => { chosen.draw(); draw(); } };
}
