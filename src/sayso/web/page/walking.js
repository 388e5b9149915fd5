// Back and forth through what was changed: the two buttons of the bar, and for some seconds an undo where a change happened.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { notice } from "./notice.js";
import { say, spoken } from "./words.js";

const LASTS = 12_000; // for how long a change offers to be taken back, in milliseconds

/** The way back and forth; `sure` asks the person, `changed` hears that tasks are different, `failed` what went wrong. */
export function walking({ sure, failed, changed }) {
  let offered = null;
  let expiry = 0;

  /** A step; where tasks go away by it, the person is asked first. */
  async function step(way, body, confirmation_id) {
    const result = await way({ language: spoken(), ...body, ...(confirmation_id && { confirmation_id }) });
    if (result.status !== "needs_confirmation") return result;
    return (await sure(result.question, say("confirm"))) ? step(way, body, result.confirmation_id) : null;
  }

  async function walk(way, told, body = {}) {
    withdraw();
    try {
      const result = await step(way, body);
      if (result === null) return;
      if (result.status === "error") notice([result.error_message, result.suggestion].join(" "));
      else notice(say(told, { title: [result, ...(result.also ?? [])].map(({ title }) => title).join(", ") }), true);
    } catch (error) {
      failed(error);
    }
    changed();
  }

  /** Take the offer away: it was used, its time is over, or something else was changed since. */
  function withdraw() {
    clearTimeout(expiry);
    (offered?.closest(".gone") ?? offered)?.remove();
    offered = null;
  }

  /** An element that takes this very change back; there is one at a time, since only the last change is the next to go. */
  function offer({ task_id, updated_at, title }) {
    withdraw();
    const undo = () => walk(api.undo, "undone", { task_id, updated_at });
    offered = make("p", { class: "undo-here", "data-task": task_id },
      make("button", { type: "button", class: "quiet", "data-part": "undo", "aria-label": say("undoOf", { title }), onclick: undo }, `↶ ${say("undo")}`));
    expiry = setTimeout(withdraw, LASTS);
    return offered;
  }

  at("undo").addEventListener("click", () => walk(api.undo, "undone"));
  at("redo").addEventListener("click", () => walk(api.redo, "redone"));
  return { offer, withdraw, offered: () => offered };
}
