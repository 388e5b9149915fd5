// What is done with a task, from the list or from a card of the conversation: the same acts, each with its undo in its place.

import * as api from "./api.js";
import { rowMenu } from "./row_menu.js";
import { joined, parted } from "./task_groups.js";
import { editor } from "./task_row.js";
import { say } from "./words.js";

const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const rowOf = (root, id) => root?.querySelector(`li[data-id="${CSS.escape(id)}"]`) ?? null;

/** The acts; `sure` asks the person, `steps` offers the undo, `changed` hears that tasks are different, `home` is the list. */
export function taskActs({ store, sure, failed, zone, steps, changed, home, redraw, choose }) {
  let undo = null; // what takes the last change back, and where it was made
  let editing = null; // the task whose form is open, and in which list

  /** The undo stands in the row of its task, or where the row was. */
  function placeUndo() {
    if (!undo || steps.offered() !== undo.element) return;
    const near = undo.root.isConnected ? undo.root : home;
    const own = rowOf(near, undo.id)?.querySelector(".what");
    if (own && own.closest("details")?.open !== false) own.append(undo.element);
    else near.insertBefore(wrapped(undo.element, near), near.children[Math.min(undo.place, near.childElementCount)] ?? null);
  }

  function wrapped(element, near) {
    const place = document.createElement(near === home ? "p" : "li");
    place.className = "gone";
    place.append(element);
    return place;
  }

  /** A change was made here: it can be taken back here, for a while. */
  async function made(id, change, root = home) {
    try {
      const place = [...root.children].findIndex((part) => part.dataset.id === id || rowOf(part, id));
      const result = await change();
      undo = { id, root, place: Math.max(0, place), element: steps.offer(result) };
    } catch (error) {
      redraw(); // the rows show again what is so
      failed(error);
    }
    await changed();
    placeUndo();
    if (document.activeElement === document.body) steps.offered()?.querySelector("button").focus();
  }

  const tick = (task, isDone, root) => made(task.id, () => api.changeTask(task.id, { new_status: isDone ? "completed" : "pending" }), root);

  async function remove(task, root) {
    if (await sure(say("sureTask", { title: task.title }))) await made(task.id, () => api.deleteTask(task), root);
  }

  /** To another day, at the same time of day; to none, where the day is empty. */
  const move = (task, day, root) => made(task.id, () => api.changeTask(task.id, { new_due: joined(day, parted(task.due, zone())[1], zone()) }), root);

  /** Pass over the coming time of what repeats. */
  const skip = (task, root) => made(task.id, () => api.skipTask(task.id).catch((error) => { throw error.status === 422 ? Object.assign(error, { message: say("lastTime"), next: "" }) : error; }), root);

  const endRepeat = (task, root) => made(task.id, () => api.changeTask(task.id, { new_repeat: "" }), root);

  function edit(task, root, field = "title") {
    if (editing) stop();
    const place = rowOf(root, task.id);
    if (!place) return;
    editing = { task, root };
    const save = (changes) => { editing = null; made(task.id, () => api.changeTask(task.id, changes), root).then(() => focusOn(task.id, root)); };
    const form = editor(task, zone(), { close: stop, save });
    place.replaceWith(form);
    form.querySelector(`[data-field=${field}]`).focus();
    if (field === "title") form.querySelector("input").select();
  }

  function stop() {
    const { task, root } = editing;
    editing = null;
    redraw();
    focusOn(task.id, root);
  }

  const focusOn = (id, root) => rowOf(root, id)?.querySelector("[data-part=edit]")?.focus();

  /** Arrows or j and k walk, Enter edits, d ticks, x chooses, m moves, s skips, Delete removes; Escape ends the form. */
  function keys(event) {
    const root = event.currentTarget;
    if (event.key === "Escape" && editing) {
      event.stopPropagation();
      stop();
      return;
    }
    const here = event.target.closest("li[data-id]");
    if (!here || here.classList.contains("editing") || event.target.matches("select, textarea, input:not([type=checkbox])") || event.ctrlKey || event.metaKey || event.altKey) return;
    const task = store.get(here.dataset.id);
    const rows = [...root.querySelectorAll("details[open] li[data-id], :scope > li[data-id]")];
    if (event.key in STEPS) (rows[rows.indexOf(here) + STEPS[event.key]] ?? here).querySelector("[data-part=edit]")?.focus();
    else if (!task) return;
    else if (event.key === "d") tick(task, !task.completed, root);
    else if (event.key === "x" && root === home) choose(task);
    else if (event.key === "m") menu.open(task, here.querySelector("[data-part=more]"), root);
    else if (event.key === "s" && task.repeat && !task.completed) skip(task, root);
    else if (event.key === "Delete") remove(task, root);
    else return;
    event.preventDefault();
  }

  const menu = rowMenu({ zone, acts: { move, skip, endRepeat, remove, edit } });
  /** What the parts of a row do, in a list. */
  const of = (root) => ({
    tick: (task, isDone) => tick(task, isDone, root), edit: (task) => edit(task, root), remove: (task) => remove(task, root),
    choose, more: (task, button) => menu.open(task, button, root),
  });
  return { of, made, move, keys, placeUndo, isEditingIn: (root) => Boolean(editing && root.contains(rowOf(editing.root, editing.task.id))) };
}
