// Lists of the conversation as cards: the very rows of the list, as the tasks are now, to be worked in where they were told.

import { make } from "./dom.js";
import { focusPart, row } from "./task_row.js";

const LISTING = "list_tasks";

/** The cards; `store` holds the tasks as they are, `acts()` what is done with them. */
export function taskCards({ store, acts, zone }) {
  const lists = new Set(); // those that were drawn, each with its tasks as they were told

  /** What an answer says, as elements: its lines that tell a listed task are cards. */
  function told({ content, results = [] }) {
    const tasks = results.filter(({ tool_name: tool, result }) => tool === LISTING && Array.isArray(result?.tasks)).flatMap(({ result }) => result.tasks);
    if (!tasks.length) return [make("p", { class: "text" }, content)];
    const parts = [];
    for (const line of content.split("\n")) {
      const task = tasks.find(({ number, title }) => line.startsWith(`${number}. ${title.split("\n")[0]}`));
      const last = parts.at(-1);
      if (!task) parts.push(...(last?.text !== undefined ? [] : [{ text: [] }])), parts.at(-1).text.push(line);
      else if (last?.tasks) last.tasks.push(task);
      else parts.push({ tasks: [task] });
    }
    return parts.map(({ text, tasks: listed }) => (listed ? list(listed) : make("p", { class: "text" }, text.join("\n"))));
  }

  function list(tasks) {
    const element = make("ol", { class: "cards" });
    element.style.setProperty("--digits", String(Math.max(...tasks.map(({ number }) => number))).length);
    element.addEventListener("keydown", (event) => acts().keys(event));
    const own = acts().of(element);
    const entry = { element, draw: () => element.replaceChildren(...tasks.map((task) => card(task, own))) };
    entry.draw();
    lists.add(entry);
    return element;
  }

  /** A task as it is now; of one that is gone, what was told. */
  function card(task, own) {
    const now = store.get(task.id);
    if (now || !store.isKnown) return row(now ?? task, { zone: zone() }, own);
    return make("li", { class: "card-gone", "data-id": task.id }, make("span", { class: "number" }, String(task.number)), make("s", { class: "title" }, store.titles.get(task.id) ?? task.title));
  }

  function redraw() {
    for (const each of lists) {
      if (!each.element.isConnected) lists.delete(each);
      else if (!acts().isEditingIn(each.element)) {
        const held = document.activeElement?.closest?.("li[data-id]");
        const part = each.element.contains(held) ? document.activeElement.dataset.part : null;
        each.draw();
        if (part) focusPart(each.element, held.dataset.id, part);
      }
    }
    acts().placeUndo();
  }

  store.watch(redraw);
  return { told, redraw };
}
