// What the page has to say for itself: a trouble or a success above the message field, and the state of the connection.

import * as api from "./api.js";
import { at } from "./dom.js";
import { say } from "./words.js";

const PATIENCE = [500, 1000, 2000, 4000]; // between tries, in milliseconds
let hiding = 0;

/** Show a sentence above the message field; a good one goes away by itself. */
export function notice(text, isGood = false) {
  clearTimeout(hiding);
  const place = at("trouble");
  place.textContent = text;
  place.classList.toggle("fine", isGood);
  place.hidden = !text;
  const above = at("settings-told"); // the settings cover the place while they are open
  above.textContent = at("settings").open ? text : "";
  above.hidden = !above.textContent;
  above.classList.toggle("fine", isGood);
  if (isGood) hiding = setTimeout(() => notice(""), 6000);
}

/** What an error says, and what to do about it. */
export function told(error) {
  const key = `problem.${error.kind}`;
  return key.endsWith(`.${say(key)}`) ? [error.message, error.next].filter(Boolean).join(" ") : say(key); // in the page's language, where it knows it
}

/** The way to the server: who finds it lost waits for `back()`, and everybody in `onBack` is called when it is. */
export function connection(onBack) {
  let returning = null;

  async function tryUntilBack() {
    at("link").textContent = say("lost");
    document.body.classList.add("lost");
    for (let tries = 0; ; tries += 1) {
      await new Promise((go) => setTimeout(go, PATIENCE[Math.min(tries, PATIENCE.length - 1)]));
      try {
        await api.health();
        break;
      } catch (error) {
        if (!error.isLost && error.status !== 503) break;
      }
    }
    returning = null;
    document.body.classList.remove("lost");
    at("link").textContent = say("back");
    setTimeout(() => { if (!returning) at("link").textContent = ""; }, 3000);
    onBack();
  }

  return { back: () => (returning ??= tryUntilBack()), get isLost() { return returning !== null; } };
}
