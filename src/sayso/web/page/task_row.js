// One task of the list: its row, and the form that takes its place while it is changed.

import { make } from "./dom.js";
import { repeats } from "./repeat.js";
import { dayOf, joined, parted, plusDays } from "./task_groups.js";
import { details } from "./task_news.js";
import { day, isPast, say } from "./words.js";

const RULES = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"];

/** A row; `acts` holds what its parts do: tick, edit, remove, choose, more. While tasks are chosen, all of it chooses. */
export function row(task, { isFresh = false, isChosen = false, isChoosing = false, canDrag = false, zone }, acts) {
  const isLate = task.due && !task.completed && isPast(task.due, zone);
  const meta = [
    task.priority !== "medium" ? make("span", { class: `tag ${task.priority}` }, say(task.priority)) : null,
    task.due ? make("time", { datetime: task.due, class: isLate ? "late" : null }, say(isLate ? "late" : "due", { day: day(task.due, zone) })) : null,
    task.repeat ? make("span", { class: "repeats" }, `↻ ${repeats(task.repeat)}`) : null,
  ].filter(Boolean);
  const title = { title: task.title };
  const choose = () => acts.choose(task);
  const box = isChoosing
    ? make("input", { type: "checkbox", checked: isChosen, "data-part": "choose", "aria-label": say("choose", title), onchange: choose })
    : make("input", { type: "checkbox", checked: task.completed, "data-part": "done", "aria-label": say("done", title), onchange: (e) => acts.tick(task, e.target.checked) });
  const states = [task.completed && "done", isFresh && "fresh", isChosen && "chosen", isChoosing && "choosing"].filter(Boolean).join(" ");
  const onclick = isChoosing ? (event) => { if (!event.target.closest("button, input, a")) choose(); } : null;
  return make("li", { "data-id": task.id, draggable: canDrag ? "true" : null, class: states || null, onclick },
    make("span", { class: "number" }, make("span", { class: "unseen" }, "#"), String(task.number)),
    box,
    make("div", { class: "what" },
      make("button", { type: "button", class: "plain", "data-part": "edit", title: isChoosing ? say("choose", title) : say("edit"), "aria-label": [task.title, ...details(task, zone), isChosen && say("isChosen")].filter(Boolean).join(", "), onclick: isChoosing ? choose : () => acts.edit(task) }, make(task.completed ? "s" : "span", { class: "title" }, task.title)),
      task.description ? make("p", { class: "more" }, ...linked(task.description)) : null,
      meta.length ? make("p", { class: "meta" }, ...meta) : null),
    isChoosing ? null : make("button", { type: "button", class: "icon", "data-part": "more", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-label": say("moreOf", title), title: say("moreOf", title), onclick: (e) => acts.more(task, e.currentTarget) }, "⋯"),
    isChoosing ? null : make("button", { type: "button", class: "icon", "data-part": "delete", "aria-label": say("deleteTask", title), title: say("deleteTask", title), onclick: () => acts.remove(task) }, "✕"));
}

/** Go to a part of a task's row; where the row has none of that name, to its title. */
export function focusPart(list, id, part) {
  const row = list.querySelector(`li[data-id="${CSS.escape(id)}"]`);
  (row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector("[data-part=edit]"))?.focus();
}

/** A text whose web addresses are links; what ends a sentence is no part of one. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"“”«»]*[^\s<>"“”«».,;:!?)\]'])/i).map((part, turn) => (turn % 2 ? make("a", { href: part, target: "_blank", rel: "noopener noreferrer" }, part) : part));
}

/** What to ask before a turn of what repeats is ticked off ahead of its day; null where there is nothing to ask. */
export function early(task, all, zone) {
  if (!task.repeat || !task.due || task.completed) return null;
  const today = dayOf(new Date(), zone);
  const [due] = parted(task.due, zone);
  const isAgain = all.some((one) => one.completed && one.title === task.title && dayOf(new Date(one.updated_at), zone) === today);
  if (due <= today || (due === plusDays(today, 1) && !isAgain)) return null;
  return say(isAgain ? "turnAgain" : "turnAhead", { title: task.title, day: day(task.due, zone) });
}

function field(name, label, input) {
  input.setAttribute("data-field", name);
  return make("label", {}, make("span", {}, say(label)), input);
}

const option = (value, text, chosen) => make("option", { value, selected: value === chosen }, text);

const FIRST_YEAR = 1970;

/** What cannot be kept as it is typed: the field, and what is to be said about it. */
function wrong(field) {
  const [day, clock] = [field("day"), field("clock")];
  if (!field("title").value.trim()) return ["title", "needsTitle"];
  if (day.validity.badInput || (day.value && !(/^\d{4}-/.test(day.value) && Number(day.value.slice(0, 4)) >= FIRST_YEAR))) return ["day", "noSuchDay"];
  if (clock.validity.badInput) return ["clock", "noSuchTime"];
  return clock.value && !day.value ? ["day", "timeNeedsDay"] : null;
}

/** Tell at a field what is wrong with it, until it is changed. */
function complain(field, text) {
  const told = make("small", { class: "wrong", id: "wrong-field", role: "alert" }, text);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", told.id);
  field.closest("label").append(told);
  field.addEventListener("input", () => unsay(field.form), { once: true });
  field.focus();
}

function unsay(form) {
  form.querySelector(".wrong")?.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
}

const fieldsOf = (form) => [...form.querySelectorAll("[data-field]")];

/** What was typed into the form of a row and is not saved, by field; null where nothing was. */
export function typedInto(row) {
  const fields = row ? fieldsOf(row) : [];
  return fields.some((field) => field.value !== field.dataset.was) ? Object.fromEntries(fields.map((field) => [field.dataset.field, field.value])) : null;
}

/** The form to change a task; `save` gets what is different, `close` hears that it is over, `typed` was typed before. */
export function editor(task, zone, { save, close }, typed = null) {
  const [on, at] = parted(task.due, zone);
  const rules = [...new Set([...RULES, task.repeat].filter(Boolean))];
  const form = make("form", { class: "editor", novalidate: true },
    field("title", "argument.title", make("input", { type: "text", value: task.title, maxlength: 200, required: true })),
    field("description", "argument.description", make("textarea", { rows: 2, maxlength: 1000 }, task.description)),
    field("day", "day", make("input", { type: "date", value: on, min: `${FIRST_YEAR}-01-01`, max: "9999-12-31" })),
    field("clock", "clock", make("input", { type: "time", value: at })),
    field("priority", "argument.priority", make("select", {}, ...["high", "medium", "low"].map((p) => option(p, say(p), task.priority)))),
    field("repeat", "argument.repeat", make("select", {}, option("", say("never"), task.repeat ?? ""), ...rules.map((rule) => option(rule, repeats(rule), task.repeat)))),
    make("p", { class: "buttons" }, make("button", { type: "button", class: "quiet", onclick: close }, say("cancel")), make("button", { type: "submit", class: "main" }, say("save"))));
  for (const field of fieldsOf(form)) {
    field.dataset.was = field.value;
    field.value = typed?.[field.dataset.field] ?? field.value;
  }
  const fieldOf = (name) => form.querySelector(`[data-field=${name}]`);
  const given = (name) => fieldOf(name).value;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unsay(form);
    const [place, told] = wrong(fieldOf) ?? [];
    if (place) return complain(fieldOf(place), say(told));
    const due = given("day") === on && given("clock") === at ? task.due ?? "" : joined(given("day"), given("clock"), zone);
    const now = { new_title: given("title").trim(), new_description: given("description"), new_priority: given("priority"), new_due: due, new_repeat: given("repeat") };
    const was = { new_title: task.title, new_description: task.description, new_priority: task.priority, new_due: task.due ?? "", new_repeat: task.repeat ?? "" };
    const changes = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== was[name]));
    return Object.keys(changes).length ? save(changes) : close();
  });
  return make("li", { "data-id": task.id, class: "editing" }, form);
}
