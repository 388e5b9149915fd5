// What is done with a task, from the list or from a card of the conversation: the same acts, each with its undo in its place.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at } from "./dom.js";
import { rowMenu } from "./row_menu.js";
import { joined, parted } from "./task_groups.js";
import { differences, named, newsOf } from "./task_news.js";
import { early, editor, typedInto } from "./task_row.js";
import { say } from "./words.js";

const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const ROWS = "details[open] li[data-id], :scope > li[data-id]"; // those that can be seen
const rowOf = (root, id) => root?.querySelector(`li[data-id="${CSS.escape(id)}"]`) ?? null;

/** The acts; `sure` asks the person, `steps` offers the undo, `changed` hears that tasks are different, `home` is the list, of which `reveal` draws a row. */
export function taskActs({ store, sure, failed, zone, steps, changed, home, reveal, redraw, chosen }) {
  let undo = null; // what takes the last change back, and where it was made
  let editing = null; // the task whose form is open, and in which list
  let dropped = null; // what was typed into a form that was closed without being saved

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

  const held = () => new Map(store.all().map((task) => [task.id, task]));

  /** A change was made here: it is told, it can be taken back here for a while, and who worked in the list goes on at the
   * next row. `told` says what happened where that is known; `stays`, that one stays with the task; `shows`, that it
   * may have happened where nobody looks. */
  async function made(id, change, { root = home, told = null, stays = false, shows = false } = {}) {
    const place = standing(id, root);
    const before = held();
    let result = null;
    try {
      const index = [...root.children].findIndex((part) => part.dataset.id === id || rowOf(part, id));
      result = await change();
      undo = { id, root, place: Math.max(0, index), element: steps.offer(result, () => goOn({ ...place, part: place.part ?? "edit" }, true)) };
    } catch (error) {
      redraw(); // the rows show again what is so
      failed(error);
    }
    await changed();
    if (result && shows) reveal(id);
    placeUndo();
    const news = result ? tell(differences(before, held()), told, result) : "";
    goOn(place, stays);
    if (result) announce([news, document.activeElement.closest("li[data-id]") ? say("undoKey") : ""].filter(Boolean).join(" "));
    if (result && shows) (undo.element.closest("li[data-id]") ?? undo.element).scrollIntoView({ block: "nearest" });
  }

  /** Say beside the undo what became of them, however many of them the page saw before; an undo that takes back several is called so. */
  function tell(found, told, { title, count = found.length }) {
    const news = newsOf(found, zone(), told, count);
    steps.tell(news);
    if (count > 1) steps.name(say("undoSome", { count, names: named(found.length ? found : [{ task: { title } }], count) }), count);
    return news;
  }

  /** Where in a list somebody works: which row and part, in which group, and which rows stand around it. */
  function standing(id, root) {
    const row = document.activeElement?.closest?.("li[data-id]");
    const isHere = row && row.dataset.id === id && root.contains(row);
    return { id, root, part: isHere ? document.activeElement.dataset.part ?? "edit" : null, group: row?.closest("details")?.dataset.group, order: [...root.querySelectorAll(ROWS)].map(({ dataset }) => dataset.id) };
  }

  /** Go on where one worked: in the row while it stays where it was, else in the next one; never nowhere. */
  function goOn({ id, root, part, group, order }, stays = false) {
    const now = document.activeElement;
    if (now !== document.body && (!part || now?.closest("li[data-id]")?.dataset.id !== id)) return; // one is elsewhere
    const near = root.isConnected ? root : home;
    const seen = new Map([...near.querySelectorAll(ROWS)].map((row) => [row.dataset.id, row]));
    const own = seen.get(id);
    const isStill = own?.querySelector("[data-part=edit]") && (stays || own.closest("details")?.dataset.group === group);
    const index = order.indexOf(id);
    const next = isStill ? id : [...order.slice(index + 1), ...order.slice(0, Math.max(0, index)).reverse()].find((each) => seen.get(each)?.querySelector("[data-part=edit]"));
    const row = seen.get(next) ?? own;
    (row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector("[data-part=edit]") ?? steps.offered()?.querySelector("button") ?? at(near === home ? "quick" : "message")).focus();
  }

  /** Of what repeats, a turn that is days ahead, or that follows one that was done today, is asked about. */
  async function tick(task, isDone, root) {
    const question = isDone ? early(task, store.all(), zone()) : null;
    if (question && !(await sure(question, say("doneNow")))) redraw(); // the box shows again what is so
    else await made(task.id, () => api.changeTask(task.id, { new_status: isDone ? "completed" : "pending" }), { root, told: isDone ? "done" : "reopened" });
  }

  async function remove(task, root) {
    if (await sure(say("sureTask", { title: task.title }))) await made(task.id, () => api.deleteTask(task), { root, told: "deleted" });
  }

  /** To another day, at the same time of day; to none, where the day is empty. */
  const move = (task, day, root, shows = false) => made(task.id, () => api.changeTask(task.id, { new_due: joined(day, parted(task.due, zone())[1], zone()) }), { root, told: "moved", shows });

  /** Pass over the coming time of what repeats. */
  const skip = (task, root) => made(task.id, () => api.skipTask(task.id).catch((error) => { throw error.status === 422 ? Object.assign(error, { message: say("lastTime"), next: "" }) : error; }), { root, told: "skipped", stays: true });

  const endRepeat = (task, root) => made(task.id, () => api.changeTask(task.id, { new_repeat: "" }), { root, stays: true });

  function edit(task, root, field = "title", typed = null) {
    if (editing) stop();
    const place = rowOf(root, task.id);
    if (!place) return;
    editing = { task, root };
    const save = (changes) => { editing = null; made(task.id, () => api.changeTask(task.id, changes), { root, stays: true }).then(() => focusOn(task.id, root)); };
    const form = editor(task, zone(), { close: stop, save }, typed);
    place.replaceWith(form);
    form.querySelector(`[data-field=${field}]`).focus();
    if (field === "title") form.querySelector("input").select();
    form.scrollIntoView({ block: "nearest" });
  }

  function stop() {
    const { task, root } = editing;
    const values = typedInto(rowOf(root, task.id));
    editing = null;
    redraw();
    focusOn(task.id, root);
    if (!values) return;
    dropped = { id: task.id, values };
    announce(say("notSaved"));
  }

  const focusOn = (id, root) => rowOf(root, id)?.querySelector("[data-part=edit]")?.focus();

  /** From the undo that stands where a row was, the arrows go back to the rows. */
  function leaveUndo(event, root) {
    const rows = [...root.querySelectorAll(ROWS)].filter((row) => row.querySelector("[data-part=edit]"));
    const below = rows.findIndex((row) => event.target.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
    const row = rows[STEPS[event.key] > 0 ? below : (below < 0 ? rows.length : below) - 1] ?? rows.at(-1);
    row?.querySelector("[data-part=edit]").focus();
    if (row) event.preventDefault();
  }

  /** Press the undo that is offered; after its time nothing is pressed. */
  function takeBack() {
    const button = steps.offered()?.querySelector("button");
    if (button) button.click();
    else announce(say("undoOver"));
  }

  /** Arrows or j and k walk, Enter edits, d ticks, x chooses, m moves, s skips, Delete removes; Escape ends the form. While tasks are chosen, d and Delete mean all of those. */
  function keys(event) {
    const root = event.currentTarget;
    if (event.key === "Escape" && editing) {
      event.stopPropagation();
      stop();
      return;
    }
    const here = event.target.closest("li[data-id]");
    if (!here && event.target.closest(".gone") && event.key in STEPS) leaveUndo(event, root);
    if (here && event.key === "z" && (event.ctrlKey || event.metaKey) && dropped?.id === here.dataset.id && !here.classList.contains("editing")) {
      event.preventDefault();
      edit(store.get(dropped.id), root, "title", dropped.values);
      dropped = null;
      return;
    }
    if (!here || here.classList.contains("editing") || event.target.matches("select, textarea, input:not([type=checkbox])") || event.ctrlKey || event.metaKey || event.altKey) return;
    const task = store.get(here.dataset.id);
    const rows = [...root.querySelectorAll(ROWS)];
    if (event.key === "Home" || event.key === "End") rows.at(event.key === "Home" ? 0 : -1).querySelector("[data-part=edit]")?.focus();
    else if (event.key === "u") takeBack();
    else if (event.key in STEPS) (rows[rows.indexOf(here) + STEPS[event.key]] ?? here).querySelector("[data-part=edit]")?.focus();
    else if (!task) return;
    else if (root === home && chosen().isOn()) {
      if (!chosen().key(event.key, task)) {
        if ("ms".includes(event.key)) announce(say("choosingKeys"));
        return;
      }
      event.stopPropagation();
    } else if (event.key === "d") tick(task, !task.completed, root);
    else if (event.key === "x" && root === home) chosen().turn(task);
    else if (event.key === "m") menu.open(task, here.querySelector("[data-part=more]"), root);
    else if (event.key === "s" && task.repeat && !task.completed) skip(task, root);
    else if (event.key === "s") announce(say(task.completed ? "skipDone" : "skipOnceOnly", task));
    else if (event.key === "Delete") remove(task, root);
    else return;
    event.preventDefault();
  }

  const menu = rowMenu({ zone, acts: { move, skip, endRepeat, remove, edit } });
  /** What the parts of a row do, in a list. */
  const of = (root) => ({
    tick: (task, isDone) => tick(task, isDone, root), edit: (task) => edit(task, root), remove: (task) => remove(task, root),
    choose: (task) => chosen().turn(task), more: (task, button) => menu.open(task, button, root),
  });
  return { of, made, move, keys, placeUndo, close: () => { if (editing) stop(); }, isEditingIn: (root) => Boolean(editing && root.contains(rowOf(editing.root, editing.task.id))) };
}
