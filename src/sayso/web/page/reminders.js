// What is due: a notice on top of the page, a sound, the title of the window; done or later from the notice itself.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make } from "./dom.js";
import { keep, kept } from "./kept.js";
import { bell } from "./bell.js";
import { openMenu } from "./menu.js";
import { day, say, since } from "./words.js";

const EVERY = 15_000; // how often is looked at least, in milliseconds
const WHILE_SHOWN = 3000; // the same while something is shown: it may be seen to elsewhere
const AFTER = 400; // milliseconds after something fell due
const LATER = [10, 60, 24 * 60]; // minutes

/** The notices; `steps` offers to take back what was done, `changed` hears that tasks are different, `system` tells who
 * looks at another window. */
export function reminders({ failed, zone, isAway, steps, changed, system }) {
  const place = at("reminders");
  const sheet = at("settings");
  let seen = "";
  let timer = 0;
  let listed = [];
  let before = null; // where somebody was before they came here
  const told = new Set(); // those that this page has announced

  async function look() {
    clearTimeout(timer);
    let wait = EVERY;
    if (isAway()) draw([]);
    else {
      try {
        const told = await api.reminders();
        draw(told.reminders);
        if (told.reminders.length) wait = WHILE_SHOWN;
        if (told.next_at) wait = Math.min(wait, Math.max(0, Date.parse(told.next_at) - Date.parse(told.now)) + AFTER);
      } catch (error) {
        failed(error);
      }
    }
    clearTimeout(timer); // another look may have ended meanwhile
    timer = setTimeout(look, wait);
  }

  function draw(found) {
    const text = JSON.stringify(found);
    if (text === seen) return;
    seen = text;
    const held = standing();
    listed = found;
    place.hidden = found.length === 0;
    at("reminder-list").replaceChildren(...found.map(row));
    title();
    const fresh = found.filter(isNew);
    if (fresh.length) bell();
    tell(found.filter(({ id, turn }) => !told.has(`${id}.${turn}`)));
    if (document.hidden) fresh.forEach(system);
    if (held) goOn(held);
  }

  /** Say once what is due, and how one gets there. */
  function tell(found) {
    for (const { id, turn } of found) told.add(`${id}.${turn}`);
    if (found.length) announce(say("ringing", { names: found.map(({ title, due }) => `${say("quoted", { title })}, ${day(due, zone())}`).join("; ") }));
  }

  /** Where among the notices somebody is: the row, its place, and the part of it; null where they are elsewhere. */
  function standing() {
    const row = document.activeElement?.closest?.("#reminders li");
    return row ? { id: row.dataset.id, index: [...row.parentElement.children].indexOf(row), part: document.activeElement.dataset.part } : null;
  }

  /** Go on at the same notice, else at the next one; after the last, where one was before. */
  function goOn({ id, index, part }) {
    const rows = [...at("reminder-list").children];
    const row = rows.find((each) => each.dataset.id === id) ?? rows[index] ?? rows.at(-1);
    if (row) row.querySelector(`[data-part="${part}"]`).focus();
    else goBack();
  }

  /** Where one was before, else to the message; under a thumb not, since a keyboard would come up. */
  function goBack() {
    const usual = sheet.open ? sheet.querySelector(".sheet-top .icon") : at(matchMedia("(pointer: coarse)").matches ? "log" : "message");
    (before?.isConnected && before.checkVisibility() ? before : usual).focus();
    before = null;
  }

  const undo = () => document.querySelector("#reminders + .undo-here button");

  /** To what is due, or to the undo of what was done there; and back. A dialog that covers it is left. */
  function visit() {
    const here = document.activeElement;
    if (place.contains(here) || here === undo()) return goBack();
    const goal = place.querySelector("button") ?? undo();
    if (!goal) return announce(say("noneDue"));
    for (const dialog of document.querySelectorAll("dialog[open]")) if (!dialog.contains(goal)) dialog.close();
    before = document.activeElement;
    return goal.focus();
  }

  /** While the settings stand before the page, what is due stands on top of them. */
  function stand(isInside) {
    if (isInside) sheet.querySelector(".sheet-top").append(at("due"));
    else at("zone-bar").after(at("due"));
  }

  /** The window's title says what is due, for whoever looks at another one. */
  function title() {
    document.title = listed.length ? `(${listed.length}) ⏰ ${listed.at(-1).title}` : "Sayso";
  }

  /** Whether this browser has not rung for it yet; another page of it may have. */
  function isNew({ id, turn }) {
    const rung = (kept("rung") ?? "").split(" ").filter(Boolean);
    const key = `${id}.${turn}`;
    if (rung.includes(key)) return false;
    keep("rung", [...rung.slice(-50), key].join(" "));
    return true;
  }

  function row(one) {
    const named = { title: one.title };
    const times = LATER.map((minutes) => ({ name: `later.${minutes}`, text: say(`laterBy.${minutes}`), act: () => act(() => api.snooze(one.id, minutes), say(`putOff.${minutes}`, named), () => say("comesAt", { ...named, day: since(Date.now() + minutes * 60_000, zone()) })) }));
    const later = make("button", { type: "button", class: "quiet", "data-part": "later", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-label": say("laterOf", named), onclick: (e) => openMenu(e.currentTarget, say("laterOf", named), times) }, say("later"));
    return make("li", { "data-id": one.id },
      make("div", { class: "what" }, make("strong", {}, one.title), make("time", { datetime: one.due }, day(one.due, zone()))),
      make("div", { class: "buttons" },
        make("button", { type: "button", class: "main", "data-part": "done", "aria-label": say("doneOf", named), onclick: () => act(() => api.remindedDone(one.id), say("told.done", named)) }, say("doneNow")),
        later,
        make("button", { type: "button", class: "icon", "data-part": "dismiss", "aria-label": say("dismissOf", named), title: say("dismiss"), onclick: () => act(() => api.dismiss(one.id), say("dismissed", named)) }, "✕")));
  }

  /** What was done is seen where the notice was; it stands beside every other part of the page, and is one of its own. */
  function trace(element) {
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", say("reminding"));
    place.after(element);
  }

  /** Do what was pressed; `later` is what is seen for some seconds where there is no way back. */
  async function act(change, news, later = null) {
    try {
      const result = await change();
      if (result?.task_id) trace(steps.offer(result, goBack));
      else if (later) trace(steps.note(later()));
      const told = result?.next?.due ? say("told.doneNext", { title: result.title, day: day(result.next.due, zone()) }) : news;
      if (result?.task_id) steps.tell(told);
      announce(result?.task_id ? `${told} ${say("undoThere")}` : told);
    } catch (error) {
      if (error.status === 404) announce(say("remindedElsewhere"));
      else failed(error);
    }
    await look();
    await changed();
  }

  sheet.addEventListener("opened", () => stand(true));
  sheet.addEventListener("close", () => stand(false));
  document.addEventListener("visibilitychange", () => document.hidden || look());
  navigator.serviceWorker?.addEventListener("message", look);
  return { look, visit, redraw: () => { const found = listed; seen = ""; draw(found); } };
}
