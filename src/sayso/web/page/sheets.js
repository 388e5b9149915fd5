// A dialog that is left as people leave one: by its cross, Escape, the way back, or a tap beside it; and the question that is one.

import { at } from "./dom.js";
import { taken } from "./pin.js";
import { say } from "./words.js";

/** Open it; the way back closes it instead of leaving the page. */
export function openSheet(dialog) {
  dialog.showModal();
  dialog.scrollTop = 0;
  history.pushState({ sheet: dialog.id }, "");
  dialog.dispatchEvent(new Event("opened"));
}

/** The buttons that leave a dialog: no submit buttons, so that Enter in a field never means them. */
export function leavers() {
  for (const button of document.querySelectorAll("dialog [data-close]")) button.addEventListener("click", () => button.closest("dialog").close(button.value));
}

/** A dialog whose fields are kept one by one: Enter in one of them closes nothing. */
export function staysOpen(dialog) {
  dialog.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input:not([type=file]), select")) event.preventDefault(); });
}

/** Let a dialog be left. */
export function leavable(dialog) {
  const isBeside = ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  };
  dialog.addEventListener("click", (event) => { if (event.target === dialog && isBeside(event)) dialog.close(); });
  dialog.addEventListener("close", () => { if (history.state?.sheet === dialog.id) history.back(); });
  addEventListener("popstate", () => { if (dialog.open) dialog.close(); });
}

/** Ask the person; only their own click on yes is a yes, or their PIN where it takes one. */
export function sure(question, yes = say("delete"), takesPin = false) {
  const dialog = at("sure");
  dialog.querySelector(".danger").textContent = yes;
  at("sure-question").textContent = question;
  at("sure-pin").parentElement.hidden = at("sure-pin").disabled = !takesPin;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => { const pin = taken(at("sure-pin")); answer(dialog.returnValue === "yes" && (takesPin ? pin : true)); }, { once: true }));
}
