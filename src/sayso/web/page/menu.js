// A menu that hangs on a button: arrows, Home and End walk and only Enter, Space or a click acts; Escape and Tab close it.

import { at, make } from "./dom.js";

let opener = null;
const box = () => at("task-menu");

function close() {
  box().hidden = true;
  opener?.setAttribute("aria-expanded", "false");
  opener = null;
}

/** The button whose menu it is; where its row was drawn anew meanwhile, the one that stands there now. */
function home() {
  if (!opener || opener.isConnected) return opener;
  const row = opener.closest("[data-id]")?.dataset.id;
  return row ? document.querySelector(`[data-id="${CSS.escape(row)}"] [data-part="${opener.dataset.part}"]`) : null;
}

/** Close it, and go back to its button. */
function leave(options) {
  const back = home();
  close();
  back?.focus(options);
}

function entry({ name, text, act, kind = null }) {
  return make("button", { type: "button", class: kind, "data-entry": name, onclick: () => { leave(); act(); } }, text);
}

/** Open the menu of a button, or close it where it is open; an entry has a name, a text and what it does. */
export function openMenu(button, label, entries) {
  if (opener === button) return close();
  if (opener) close();
  const place = box();
  opener = button;
  place.setAttribute("aria-label", label);
  place.replaceChildren(...entries.map(entry));
  (button.closest("dialog") ?? document.body).append(place); // before a dialog nothing else can be pressed
  place.hidden = false;
  const { left, bottom, top } = button.getBoundingClientRect();
  const height = place.offsetHeight;
  place.style.left = `${Math.max(8, Math.min(left, innerWidth - place.offsetWidth - 8))}px`;
  place.style.top = `${bottom + height > innerHeight ? Math.max(8, top - height) : bottom}px`;
  button.setAttribute("aria-expanded", "true");
  return place.firstElementChild.focus();
}

function keys(event) {
  const buttons = [...box().children];
  const here = buttons.indexOf(document.activeElement);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") leave();
  else if (next !== undefined) buttons.at(next % buttons.length).focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

box().addEventListener("keydown", keys);
document.addEventListener("pointerdown", (event) => { if (opener && !box().contains(event.target) && !opener.contains(event.target)) close(); });
document.addEventListener("focusin", (event) => { if (opener && !box().contains(event.target) && !opener.contains(event.target)) close(); }); // by F8, say
document.addEventListener("scroll", (event) => { if (opener && event.target.contains(home())) leave({ preventScroll: true }); }, true); // it would hang elsewhere
