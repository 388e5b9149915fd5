// The buttons under an answer: suggestions to pick, Confirm and Cancel, and what could be said next. Arrows walk through them.

import { at, make } from "./dom.js";
import { pinField, taken } from "./pin.js";
import { say } from "./words.js";

/** The rows of buttons for the latest answer; pressing one sends what it stands for. */
export function choices(message, send) {
  const rows = [];
  const id = message.id;
  if (message.confirm && message.is_open) {
    const isGrave = message.decision?.steps?.some((step) => step.status === "confirm" && step.requires_confirmation);
    const agree = (pin) => send({ answer: { message_id: id, yes: true, ...pin } }, say("confirm"));
    const cancel = button(say("cancel"), "quiet cancel", () => send({ answer: { message_id: id, yes: false } }, say("cancel")));
    rows.push(message.takes_pin ? withPin(agree, cancel)
      : row("confirm", say("choices"), [button(say("confirm"), isGrave ? "main danger" : "main", agree), cancel]));
  }
  const picks = (message.suggestions ?? []).map(({ label, description }, index) =>
    button(label, "chip", () => send({ pick: { message_id: id, index } }, label), description));
  if (picks.length && message.is_open) rows.push(row("picks", say("choices"), picks));
  const nexts = (message.next ?? []).map(({ label }) => button(label, "chip faint", () => send({ content: label }, label)));
  if (nexts.length && !message.is_open) rows.push(row("nexts", say("nexts"), nexts));
  return rows;
}

/** What an empty conversation shows: what this is, and sentences to begin with. */
export function welcome(send) {
  const examples = say("examples").map((text) => button(text, "chip", () => send({ content: text }, text)));
  return make("div", { class: "welcome" }, make("h2", {}, say("hello")), make("p", {}, say("helloMore")), row("picks", say("nexts"), examples));
}

/** Walk with the arrows: from the field up into the buttons, along them, and back down. True where the key was used. */
export function walk(event) {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const buttons = [...document.querySelectorAll("#log .choices button")];
  const here = buttons.indexOf(document.activeElement);
  const field = at("message");
  if (here < 0) {
    if (event.target !== field || field.value || event.key !== "ArrowUp" || !buttons.length) return false;
    buttons[0].focus();
  } else if (here + step >= buttons.length || here + step < 0) {
    field.focus();
  } else {
    buttons[here + step].focus();
  }
  event.preventDefault();
  return true;
}

/** Confirm and Cancel, with a field for the PIN before them; what was typed goes out with the yes and stays nowhere. */
function withPin(agree, cancel) {
  const field = pinField();
  const submit = (event) => {
    event.preventDefault();
    const pin = taken(field);
    at("message").focus();
    agree({ pin });
  };
  return make("form", { class: "choices confirm", "aria-label": say("choices"), onsubmit: submit },
    field, make("button", { type: "submit", class: "main danger" }, say("confirm")), cancel);
}

function row(kind, label, buttons) {
  return make("div", { class: `choices ${kind}`, role: "group", "aria-label": label }, ...buttons);
}

function button(label, kind, act, description) {
  const more = description ? make("small", {}, description) : null;
  return make("button", { type: "button", class: kind, onclick: () => { at("message").focus(); act(); } }, label, more ? " " : null, more);
}
