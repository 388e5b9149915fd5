// The keys of the page, and the drawers at its sides that a phone folds away.

import { announce } from "./announce.js";
import { walk } from "./choices.js";
import { at } from "./dom.js";
import { showKeys } from "./key_help.js";
import { say } from "./words.js";

/** The keys; `submit` sends what is typed, `fit` makes the field as high as its text, `visitDue` goes to what is due and back. */
export function keyboard({ submit, fit, visitDue }) {
  const field = at("message");
  let cleared = ""; // what Escape took out of the field

  function drawer(name) {
    const before = document.body.dataset.drawer;
    for (const each of ["talks", "tasks"]) at(`open-${each}`).setAttribute("aria-expanded", String(each === name));
    if (name) document.body.dataset.drawer = name;
    else delete document.body.dataset.drawer;
    if (name) at(name).querySelector("button, select, input").focus();
    else if (before) at(`open-${before}`).focus();
  }

  /** What is typed is what the field holds from now on. */
  function write(text) {
    field.value = text;
    fit();
  }

  /** Cancel what waits for a yes, or leave its buttons; what is typed can be brought back, and who is elsewhere stays there. */
  function escape() {
    const here = document.activeElement;
    const isInTalk = here === field || here === document.body || here.closest("#log .choices");
    const cancel = document.querySelector("#log .choices.confirm .cancel");
    if (document.body.dataset.drawer) drawer(null);
    else if (here === field && field.value) {
      cleared = field.value;
      write("");
      announce(say("cleared"));
    } else if (isInTalk && cancel) cancel.click();
    else if (isInTalk) field.focus();
  }

  function bringBack(event) {
    if (event.target !== field || field.value || !cleared) return;
    event.preventDefault();
    write(cleared);
    cleared = "";
  }

  /** Where nothing is typed, the browser would undo in the field that was typed in last, and go there. */
  function nothingBack(event) {
    if (event.defaultPrevented || event.shiftKey) return;
    event.preventDefault();
    announce(say("nothingBack"));
  }

  function keys(event) {
    if (event.isComposing) return;
    if (event.key === "F8") {
      event.preventDefault();
      visitDue();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches("input:not([type=checkbox]), textarea, select");
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) (isTyping ? bringBack : nothingBack)(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "?" && !isTyping) {
      event.preventDefault();
      showKeys();
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
  at("open-keys").addEventListener("click", showKeys);
  document.querySelector("main.talk").addEventListener("click", (event) => { // beside an open drawer
    if (!document.body.dataset.drawer) return;
    event.stopPropagation();
    event.preventDefault();
    drawer(null);
  }, true);
  document.addEventListener("keydown", keys);
  return { drawer };
}
