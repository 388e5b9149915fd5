// One task of the list: its row, and the form that takes its place while it is changed.

import { make } from "./dom.js";
import { repeats } from "./repeat.js";
import { joined, parted } from "./task_groups.js";
import { day, isPast, say } from "./words.js";

const RULES = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"];

/** A row; `acts` holds what its parts do: tick, edit, remove, choose, more. */
export function row(task, { isFresh = false, isChosen = false, isChoosing = false, canDrag = false, zone }, acts) {
  const isLate = task.due && !task.completed && isPast(task.due, zone);
  const meta = [
    task.priority !== "medium" ? make("span", { class: `tag ${task.priority}` }, say(task.priority)) : null,
    task.due ? make("time", { datetime: task.due, class: isLate ? "late" : null }, say(isLate ? "late" : "due", { day: day(task.due, zone) })) : null,
    task.repeat ? make("span", { class: "repeats" }, `↻ ${repeats(task.repeat)}`) : null,
  ].filter(Boolean);
  const title = { title: task.title };
  const choose = make("button", { type: "button", class: "pickable", "data-part": "choose", "aria-pressed": String(isChosen), "aria-label": say("choose", title), onclick: () => acts.choose(task) }, isChosen ? "◉" : "○");
  return make("li", { "data-id": task.id, draggable: canDrag ? "true" : null, class: [task.completed && "done", isFresh && "fresh", isChosen && "chosen"].filter(Boolean).join(" ") || null },
    isChoosing ? choose : make("span", { class: "number" }, make("span", { class: "unseen" }, "#"), String(task.number)),
    make("input", { type: "checkbox", checked: task.completed, "data-part": "done", "aria-label": say("done", title), onchange: (e) => acts.tick(task, e.target.checked) }),
    make("div", { class: "what" },
      make("button", { type: "button", class: "plain", "data-part": "edit", title: say("edit"), onclick: () => acts.edit(task) }, make(task.completed ? "s" : "span", { class: "title" }, task.title)),
      task.description ? make("p", { class: "more" }, task.description) : null,
      meta.length ? make("p", { class: "meta" }, ...meta) : null),
    make("button", { type: "button", class: "icon", "data-part": "more", "aria-haspopup": "true", "aria-expanded": "false", "aria-label": say("moreOf", title), title: say("moreOf", title), onclick: (e) => acts.more(task, e.currentTarget) }, "⋯"),
    make("button", { type: "button", class: "icon", "data-part": "delete", "aria-label": say("deleteTask", title), title: say("deleteTask", title), onclick: () => acts.remove(task) }, "✕"));
}

function field(name, label, input) {
  input.setAttribute("data-field", name);
  return make("label", {}, make("span", {}, say(label)), input);
}

const option = (value, text, chosen) => make("option", { value, selected: value === chosen }, text);

/** The form to change a task; `save` gets what is different, `close` hears that it is over. */
export function editor(task, zone, { save, close }) {
  const [on, at] = parted(task.due, zone);
  const rules = [...new Set([...RULES, task.repeat].filter(Boolean))];
  const form = make("form", { class: "editor" },
    field("title", "argument.title", make("input", { type: "text", value: task.title, maxlength: 200, required: true })),
    field("description", "argument.description", make("textarea", { rows: 2, maxlength: 1000 }, task.description)),
    field("day", "day", make("input", { type: "date", value: on })),
    field("clock", "clock", make("input", { type: "time", value: at })),
    field("priority", "argument.priority", make("select", {}, ...["high", "medium", "low"].map((p) => option(p, say(p), task.priority)))),
    field("repeat", "argument.repeat", make("select", {}, option("", say("never"), task.repeat ?? ""), ...rules.map((rule) => option(rule, repeats(rule), task.repeat)))),
    make("p", { class: "buttons" }, make("button", { type: "button", class: "quiet", onclick: close }, say("cancel")), make("button", { type: "submit", class: "main" }, say("save"))));
  const given = (name) => form.querySelector(`[data-field=${name}]`).value;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const due = given("day") === on && given("clock") === at ? task.due ?? "" : joined(given("day"), given("clock"), zone);
    const now = { new_title: given("title").trim(), new_description: given("description"), new_priority: given("priority"), new_due: due, new_repeat: given("repeat") };
    const was = { new_title: task.title, new_description: task.description, new_priority: task.priority, new_due: task.due ?? "", new_repeat: task.repeat ?? "" };
    const changes = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== was[name]));
    if (Object.keys(changes).length) save(changes);
    else close();
  });
  return make("li", { "data-id": task.id, class: "editing" }, form);
}
