// The menu of a task: to another day, over the coming time, out of its repetition. One for all rows; arrows walk, Escape closes.

import { at, make } from "./dom.js";
import { dayOf, nextWeek, plusDays } from "./task_groups.js";
import { say } from "./words.js";

/** The menu; `acts` are what it does with a task. */
export function rowMenu({ zone, acts }) {
  const box = at("task-menu");
  let opener = null;

  function entries(task, root) {
    const today = dayOf(new Date(), zone());
    const days = [["today", today], ["tomorrow", plusDays(today, 1)], ["nextWeek", nextWeek(today)], ...(task.repeat || !task.due ? [] : [["none", ""]])];
    const rows = days.map(([name, day]) => entry(`move.${name}`, () => acts.move(task, day, root)));
    rows.push(entry("move.other", () => acts.edit(task, root, "day")));
    if (task.repeat && !task.completed) rows.push(entry("skipOnce", () => acts.skip(task, root)), entry("endRepeat", () => acts.endRepeat(task, root)));
    rows.push(entry("delete", () => acts.remove(task, root), "danger-text"));
    return rows;
  }

  function entry(name, act, kind = null) {
    return make("button", { type: "button", class: kind, "data-entry": name, onclick: () => { const back = opener; close(); back?.focus(); act(); } }, say(name));
  }

  function open(task, button, root) {
    opener = button;
    box.setAttribute("aria-label", say("moreOf", { title: task.title }));
    box.replaceChildren(...entries(task, root));
    box.hidden = false;
    const { left, bottom, top } = button.getBoundingClientRect();
    const height = box.offsetHeight;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${bottom + height > innerHeight ? Math.max(8, top - height) : bottom}px`;
    button.setAttribute("aria-expanded", "true");
    box.firstElementChild.focus();
  }

  function close() {
    box.hidden = true;
    opener?.setAttribute("aria-expanded", "false");
    opener = null;
  }

  box.addEventListener("keydown", (event) => {
    const buttons = [...box.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      const back = opener;
      close();
      back?.focus();
    } else if (step) buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => { if (!box.hidden && !box.contains(event.target) && event.target !== opener) close(); });
  document.addEventListener("scroll", () => box.hidden || close(), true);
  return { open: (task, button, root) => (opener === button ? close() : open(task, button, root)) };
}
