// Whose page this is: shown in the bar, said with every request, and given up where somebody else is signed in by now.

import * as api from "./api.js";
import { dress } from "./appearance.js";
import { at } from "./dom.js";
import { keepFor } from "./kept.js";
import { notice } from "./notice.js";
import { say } from "./words.js";

const BEFORE = "sayso.before"; // while the page is loaded anew: whose it was

/** From now on the page is this person's; `before` had this device until now. Whose it became is told. */
export function belong(person, before = null) {
  const left = taken() ?? (before?.id === person.id ? null : before?.name);
  api.belong(person, () => giveUp(person));
  keepFor(person);
  dress();
  for (const place of ["who", "whose"]) at(place).textContent = person.name;
  for (const link of document.querySelectorAll("a[href^='/api/export']")) link.href = `/api/export?format=${new URL(link.href).searchParams.get("format")}&person=${encodeURIComponent(person.id)}`;
  if (left) notice(say("nowHere", { name: person.name, before: left }));
}

/** The page is nobody's. */
export function leave() {
  keepFor(null);
  dress();
}

/** Somebody else is signed in by now: nothing of the one before stays on the page. */
export function giveUp(person) {
  try {
    sessionStorage.setItem(BEFORE, person.name);
  } catch { /* a browser that keeps nothing: then it is not told */ }
  location.replace("/");
}

function taken() {
  try {
    const name = sessionStorage.getItem(BEFORE);
    sessionStorage.removeItem(BEFORE);
    return name;
  } catch {
    return null;
  }
}
