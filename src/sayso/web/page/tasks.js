// The task list beside the conversation: numbered as the assistant numbers it, and as it is now.

import * as api from "./api.js";
import { at, make, settled } from "./dom.js";
import { repeats } from "./repeat.js";
import { day, isPast, say } from "./words.js";

const PAGE = 100;
const EVERY = 10_000; // how often a visible page looks for changes from elsewhere, in milliseconds

/** The list; `sure` asks the person, `failed` is told what went wrong. */
export function taskList({ sure, failed, zone, isAway, steps, changed }) {
  const list = at("task-list");
  let seen = ""; // the last answer, so that nothing moves where nothing changed
  let known = null; // when each task was last changed, to show what is new
  let asked = 0;
  let undo = null; // what takes the last change here back, and where in the list that was
  const titles = new Map(); // of every task that was ever shown, to call it by its name

  async function refresh() {
    const turn = (asked += 1);
    try {
      const answer = await api.tasks({ filter: at("filter").value, search: at("search-tasks").value.trim(), limit: PAGE });
      if (turn === asked) draw(answer);
    } catch (error) {
      failed(error);
    }
  }

  function draw(answer, isForced = false) {
    const text = JSON.stringify(answer);
    if (text === seen && !isForced) return;
    seen = text;
    const { tasks, total, has_more: hasMore } = answer;
    const held = document.activeElement?.closest?.("#task-list li")?.dataset.id;
    const heldPart = document.activeElement?.dataset?.part;
    for (const task of tasks) titles.set(task.id, task.title);
    const before = known;
    known = new Map(tasks.map((task) => [task.id, task.updated_at]));
    list.replaceChildren(...tasks.map((task) => row(task, before && before.get(task.id) !== task.updated_at)));
    placeUndo();
    if (held) list.querySelector(`li[data-id="${CSS.escape(held)}"] [data-part="${heldPart}"]`)?.focus();
    const isSieved = at("filter").value !== "all" || at("search-tasks").value.trim() !== "";
    at("task-count").textContent = hasMore || isSieved ? String(total) : say("open", { count: tasks.filter((t) => !t.completed).length });
    const hidden = total - tasks.length;
    at("no-tasks").hidden = tasks.length > 0 && !hasMore;
    at("no-tasks").textContent = tasks.length ? say("hidden", { count: hidden }) : say(isSieved ? "noneFit" : "noTasks");
  }

  function row(task, isFresh) {
    const isLate = task.due && !task.completed && isPast(task.due, zone());
    const meta = [
      task.priority !== "medium" ? make("span", { class: `tag ${task.priority}` }, say(task.priority)) : null,
      task.due ? make("time", { datetime: task.due, class: isLate ? "late" : null }, say(isLate ? "late" : "due", { day: day(task.due, zone()) })) : null,
      task.repeat ? make("span", { class: "repeats" }, `↻ ${repeats(task.repeat)}`) : null,
    ].filter(Boolean);
    const title = { title: task.title };
    return make("li", { "data-id": task.id, class: [task.completed && "done", isFresh && "fresh"].filter(Boolean).join(" ") || null },
      make("span", { class: "number" }, make("span", { class: "unseen" }, "#"), String(task.number)),
      make("input", { type: "checkbox", checked: task.completed, "data-part": "done", "aria-label": say("done", title), onchange: (e) => tick(task, e.target) }),
      make("div", { class: "what" },
        make(task.completed ? "s" : "span", { class: "title" }, task.title),
        task.description ? make("p", { class: "more" }, task.description) : null,
        meta.length ? make("p", { class: "meta" }, ...meta) : null),
      make("button", { type: "button", class: "icon", "data-part": "delete", "aria-label": say("deleteTask", title), title: say("deleteTask", title), onclick: () => remove(task) }, "✕"));
  }

  /** The undo stands in the row of its task, or where the row was. */
  function placeUndo() {
    if (!undo || steps.offered() !== undo.element) return;
    const own = list.querySelector(`li[data-id="${CSS.escape(undo.id)}"] .what`);
    if (own) own.append(undo.element);
    else list.insertBefore(make("li", { class: "gone" }, undo.element), list.children[undo.place] ?? null);
  }

  /** A change was made here: it can be taken back here, for a while. */
  async function made(task, change) {
    try {
      const place = [...list.children].findIndex((row) => row.dataset.id === task.id);
      const result = await change();
      undo = { id: task.id, place, element: steps.offer(result) };
    } catch (error) {
      seen = ""; // the row shows again what is so
      failed(error);
    }
    await changed();
    if (document.activeElement === document.body) steps.offered()?.querySelector("button").focus();
  }

  function tick(task, box) {
    return made(task, () => api.changeTask(task.id, { new_status: box.checked ? "completed" : "pending" }));
  }

  async function remove(task) {
    if (await sure(say("sureTask", { title: task.title }))) await made(task, () => api.deleteTask(task));
  }

  at("filter").addEventListener("change", refresh);
  at("search-tasks").addEventListener("input", settled(refresh));
  const look = () => document.hidden || isAway() || refresh();
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
  return { refresh, titles, redraw: () => seen && draw(JSON.parse(seen), true) };
}
