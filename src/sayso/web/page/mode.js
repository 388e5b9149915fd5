// The language model on the page: the switch of a conversation, the stop button, the small mark, and what it cost.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { say } from "./words.js";

/** The switch; hidden where there is no model. `current()` says which conversation is shown, `failed` hears of errors. */
export function modeSwitch({ current, failed }) {
  const select = at("mode");
  let usual = null;
  let waiting = null; // chosen before the conversation began

  async function choose() {
    waiting = select.value;
    if (current()) await begun(current());
  }

  /** A conversation is there now: what was chosen holds for it. */
  async function begun(id) {
    if (!waiting) return;
    const mode = waiting;
    waiting = null;
    await api.chooseMode(id, mode).catch(failed);
  }

  select.addEventListener("change", choose);
  return {
    begun,
    /** Which model there is, where there is one. */
    know(model) {
      usual = model?.mode ?? null;
      at("mode-pick").hidden = !usual;
      if (usual) select.value = usual;
    },
    /** Another conversation is shown. */
    show(mode) {
      waiting = null;
      if (usual) select.value = mode ?? usual;
    },
  };
}

/** The button that ends what the model says. */
export function stopButton(talk) {
  const button = make("button", { type: "button", class: "quiet stop", onclick: () => {
    button.disabled = true;
    api.stop(talk()).catch(() => {});
  } }, say("stop"));
  return button;
}

/** The small mark of an answer that had to do without the model. */
export function mark(model) {
  return model?.fallback ? make("p", { class: "mark" }, make("span", { class: "tag" }, say(`fallback.${model.fallback}`))) : null;
}

/** What an answer cost, for its fold-out. */
export function cost(model) {
  if (!model?.asked) return null;
  const number = (value, digits) => new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits }).format(value);
  const holes = { read: number(model.tokens_in, 0), written: number(model.tokens_out, 0), seconds: number(model.seconds, 1), money: number(model.money, 6) };
  return make("p", { class: "step" }, say(model.money ? "costMoney" : "cost", holes));
}
