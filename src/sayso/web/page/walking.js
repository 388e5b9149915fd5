// Back and forth through what was changed: the two buttons of the bar, and for some seconds an undo where a change happened.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { notice } from "./notice.js";
import { titles } from "./task_news.js";
import { say, spoken } from "./words.js";

const LASTS = 12_000; // for how long a change offers to be taken back, in milliseconds

/** The way back and forth; `sure` asks the person, `changed` hears that tasks are different, `failed` what went wrong. */
export function walking({ sure, failed, changed }) {
  let offered = null;
  let expiry = 0;
  let back = null; // goes where somebody goes on who was at the offer

  /** A step; where tasks go away by it, the person is asked first. */
  async function step(way, body, confirmation_id) {
    const result = await way({ language: spoken(), ...body, ...(confirmation_id && { confirmation_id }) });
    if (result.status !== "needs_confirmation") return result;
    return (await sure(result.question, say("confirm"))) ? step(way, body, result.confirmation_id) : null;
  }

  async function walk(way, told, body = {}) {
    const isHere = offered?.contains(document.activeElement); // the button that is pressed goes away
    const goBack = () => { if (isHere || document.activeElement === document.body) back?.(); };
    withdraw();
    try {
      const result = await step(way, body);
      if (result === null) return goBack();
      if (result.status === "error") notice([result.error_message, result.suggestion].join(" "));
      else notice(say(told, { title: titles([...new Set([result, ...(result.also ?? [])].map(({ title }) => title))]) }), true);
    } catch (error) {
      failed(error);
    }
    await changed();
    return goBack();
  }

  /** Take the offer away: it was used, its time is over, or something else was changed since. */
  function withdraw() {
    clearTimeout(expiry);
    (offered?.closest(".gone") ?? offered)?.remove();
    offered = null;
  }

  /** Its time is over; who is at it is given as long as they stay. */
  function expire() {
    if (offered?.contains(document.activeElement)) expiry = setTimeout(expire, LASTS);
    else withdraw();
  }

  /** Say beside the offer what was done. */
  function tell(text) {
    if (!offered || !text) return;
    offered.querySelector("span")?.remove();
    offered.prepend(make("span", {}, text));
  }

  /** What is offered takes several changes back: it says so. */
  function name(label, count) {
    const button = offered?.querySelector("button");
    button?.setAttribute("aria-label", label);
    if (button) button.textContent = `↶ ${say("undo")} (${count})`;
  }

  /** An element that takes this very change back; there is one at a time, since only the last change is the next to go.
   * `goBack` takes whoever pressed it to where they go on. */
  function offer({ task_id, updated_at, title }, goBack = () => at("message").focus()) {
    withdraw();
    back = goBack;
    const undo = () => walk(api.undo, "undone", { task_id, updated_at });
    offered = make("p", { class: "undo-here", "data-task": task_id },
      make("button", { type: "button", class: "quiet", "data-part": "undo", "aria-label": say("undoOf", { title }), onclick: undo }, `↶ ${say("undo")}`));
    expiry = setTimeout(expire, LASTS);
    return offered;
  }

  /** The same where nothing can be taken back: it only says what was done. */
  function note(text) {
    withdraw();
    offered = make("p", { class: "undo-here" }, make("span", {}, text));
    expiry = setTimeout(expire, LASTS);
    return offered;
  }

  at("undo").addEventListener("click", () => walk(api.undo, "undone"));
  at("redo").addEventListener("click", () => walk(api.redo, "redone"));
  return { offer, note, name, tell, withdraw, offered: () => offered };
}
