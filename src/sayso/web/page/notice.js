// What the page has to say for itself: a trouble or a success above the message field, and the state of the connection.

import * as api from "./api.js";
import { at } from "./dom.js";
import { say } from "./words.js";

const PATIENCE = [500, 1000, 2000, 4000]; // between tries, in milliseconds
let hiding = 0;
let reason = null; // for as long as which holds the notice holds

/** Show a sentence above the message field, until it is dismissed or something else is said; a good one goes away by itself. One that
 * holds only as long as its `because` goes with that. */
export function notice(text, isGood = false, because = null) {
  clearTimeout(hiding);
  reason = text ? because : null;
  const box = at("trouble-box");
  at("trouble").textContent = text;
  box.classList.toggle("fine", isGood);
  box.hidden = !text;
  const above = at("settings-told"); // the settings cover the place while they are open
  above.textContent = at("settings").open ? text : "";
  above.hidden = !above.textContent;
  above.classList.toggle("fine", isGood);
  if (isGood) hiding = setTimeout(() => notice(""), 6000);
}

/** A reason is over, and a notice that stood for it is, too. */
export function noticeOver(because) {
  if (reason === because) notice("");
}

/** The way to dismiss a notice. */
export function dismissible() {
  at("trouble-close").addEventListener("click", () => { notice(""); at("log").focus(); });
  at("open-settings").addEventListener("click", () => notice("")); // it was read by now
}

/** What an error says, and what to do about it. */
export function told(error) {
  const key = `problem.${error.kind}`;
  return key.endsWith(`.${say(key)}`) ? [error.message, error.next].filter(Boolean).join(" ") : say(key); // in the page's language, where it knows it
}

/** The way to the server: who finds it lost waits for `back()`, and everybody in `onBack` is called when it is. */
export function connection(onBack) {
  let returning = null;

  let told = null; // a key of the page's words

  function draw() {
    at("link").textContent = told ? say(told) : "";
  }

  function tell(key) {
    told = key;
    draw();
  }

  async function tryUntilBack() {
    tell("lost");
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
    tell("back");
    setTimeout(() => { if (!returning) tell(null); }, 3000);
    onBack();
  }

  return { draw, back: () => (returning ??= tryUntilBack()), get isLost() { return returning !== null; } };
}
