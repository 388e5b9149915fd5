// What is due: a notice on top of the page, a sound, the title of the window; done or later from the notice itself.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { keep, kept } from "./kept.js";
import { bell } from "./bell.js";
import { day, say } from "./words.js";

const EVERY = 15_000; // how often is looked at least, in milliseconds
const AFTER = 400; // milliseconds after something fell due
const LATER = [10, 60, 24 * 60]; // minutes

/** The notices; `steps` offers to take back what was done, `changed` hears that tasks are different, `system` tells who
 * looks at another window. */
export function reminders({ failed, zone, isAway, steps, changed, system }) {
  const place = at("reminders");
  let seen = "";
  let timer = 0;
  let listed = [];

  async function look() {
    clearTimeout(timer);
    let wait = EVERY;
    if (isAway()) draw([]);
    else {
      try {
        const told = await api.reminders();
        draw(told.reminders);
        if (told.next_at) wait = Math.min(EVERY, Math.max(0, Date.parse(told.next_at) - Date.parse(told.now)) + AFTER);
      } catch (error) {
        failed(error);
      }
    }
    timer = setTimeout(look, wait);
  }

  function draw(found) {
    const text = JSON.stringify(found);
    if (text === seen) return;
    seen = text;
    const held = document.activeElement?.closest?.("#reminders li")?.dataset.id;
    listed = found;
    place.hidden = found.length === 0;
    at("reminder-list").replaceChildren(...found.map(row));
    title();
    const fresh = found.filter(isNew);
    if (fresh.length) bell();
    if (document.hidden) fresh.forEach(system);
    if (held) (place.querySelector(`li[data-id="${CSS.escape(held)}"] button`) ?? place.querySelector("button") ?? at("message")).focus();
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
    const later = make("select", { "aria-label": say("laterOf", named), onchange: (e) => act(() => api.snooze(one.id, Number(e.target.value))) },
      make("option", { value: "" }, say("later")), ...LATER.map((minutes) => make("option", { value: minutes }, say(`laterBy.${minutes}`))));
    return make("li", { "data-id": one.id },
      make("div", { class: "what" }, make("strong", {}, one.title), make("time", { datetime: one.due }, day(one.due, zone()))),
      make("div", { class: "buttons" },
        make("button", { type: "button", class: "main", "aria-label": say("doneOf", named), onclick: () => act(() => api.remindedDone(one.id)) }, say("doneNow")),
        later,
        make("button", { type: "button", class: "icon", "aria-label": say("dismissOf", named), title: say("dismiss"), onclick: () => act(() => api.dismiss(one.id)) }, "✕")));
  }

  async function act(change) {
    try {
      const result = await change();
      if (result?.task_id) place.after(steps.offer(result));
    } catch (error) {
      failed(error);
    }
    await look();
    await changed();
  }

  document.addEventListener("visibilitychange", () => document.hidden || look());
  navigator.serviceWorker?.addEventListener("message", look);
  return { look, redraw: () => { const found = listed; seen = ""; draw(found); } };
}
