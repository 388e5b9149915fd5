// What is told to whoever cannot see it happen: by one polite live region, or by that of the dialog that stands before the page.

import { at } from "./dom.js";

const AFTER = 50; // milliseconds: a region that was emptied before is heard also where the same is told twice
let waiting = [];
let timer = 0;

/** Have a sentence read out; sentences that come at once are read one after the other. */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  const place = document.querySelector("dialog[open] .live") ?? at("news");
  place.textContent = "";
  timer = setTimeout(() => { place.textContent = waiting.join(" "); waiting = []; }, AFTER);
}
