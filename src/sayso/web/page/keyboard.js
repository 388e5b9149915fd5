// The keys of the page, and the drawers at its sides that a phone folds away.

import { walk } from "./choices.js";
import { at } from "./dom.js";

/** The keys; `submit` sends what is typed, `fit` makes the field as high as its text. */
export function keyboard({ submit, fit }) {
  const field = at("message");

  function drawer(name) {
    const before = document.body.dataset.drawer;
    for (const each of ["talks", "tasks"]) at(`open-${each}`).setAttribute("aria-expanded", String(each === name));
    if (name) document.body.dataset.drawer = name;
    else delete document.body.dataset.drawer;
    if (name) at(name).querySelector("button, select, input").focus();
    else if (before) at(`open-${before}`).focus();
  }

  function escape() {
    const cancel = document.querySelector("#log .choices.confirm .cancel");
    if (document.body.dataset.drawer) drawer(null);
    else if (document.activeElement === field && field.value) { field.value = ""; fit(); }
    else if (cancel) cancel.click();
    else field.focus();
  }

  function keys(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches("input:not([type=checkbox]), textarea, select");
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape") {
      escape();
    } else if (event.key === "Enter" && event.target === field && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else {
      walk(event);
    }
  }

  for (const each of ["talks", "tasks"]) {
    at(`open-${each}`).addEventListener("click", () => drawer(document.body.dataset.drawer === each ? null : each));
  }
  document.addEventListener("keydown", keys);
  return { drawer };
}
