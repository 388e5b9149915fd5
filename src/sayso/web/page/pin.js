// The PIN: a field that shows nobody what is typed, wherever a yes is good only with it, and its place in the settings.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { told } from "./notice.js";
import { say } from "./words.js";

const DIGITS = "[0-9]{4,12}";

/** Whether something typed can be a PIN, which must stand nowhere. */
export const isPin = (text) => new RegExp(`^${DIGITS}$`).test(text);

/** A field for the PIN; what it holds is taken out by `taken`, and stays nowhere. */
export const pinField = () => make("input", {
  type: "password", inputmode: "numeric", autocomplete: "off", pattern: DIGITS, maxlength: 12, required: true, class: "pin", "aria-label": say("pin.yours"), placeholder: say("pin.yours"), title: say("pin.digits"),
});

/** What stands in a field, which is empty afterwards. */
export function taken(field) {
  const typed = field.value;
  field.value = "";
  return typed;
}

/** The PIN in the settings: have one, another one, or none any more. */
export function pinSettings({ failed }) {
  const [current, wanted, status] = ["pin-current", "pin-new", "pin-told"].map(at);

  let isKept = false;
  function show(hasPin) {
    isKept = hasPin;
    at("pin-current-row").hidden = at("pin-remove").hidden = !hasPin;
    at("pin-has").textContent = say(hasPin ? "pin.has" : "pin.hasNone");
  }

  async function keep(pin) {
    const before = at("pin-current-row").hidden ? null : taken(current);
    status.textContent = "";
    try {
      const { has_pin: hasPin } = await api.keepPin(pin, before);
      show(hasPin);
      status.textContent = say(hasPin ? "pin.kept" : "pin.removed");
    } catch (error) {
      if (!error.kind?.startsWith("pin_")) return failed(error);
      status.textContent = told(error);
      current.focus();
    }
    return null;
  }

  function save() {
    const pin = taken(wanted);
    if (isPin(pin)) return keep(pin);
    status.textContent = say("pin.digits");
    wanted.focus();
    return null;
  }

  document.addEventListener("spoken", () => { status.textContent = ""; show(isKept); });
  at("pin-keep").addEventListener("click", save);
  at("pin-remove").addEventListener("click", () => keep(null));
  for (const field of [current, wanted]) field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it closes nothing
    if (field === current) wanted.focus(); else save();
  });
  at("open-settings").addEventListener("click", async () => {
    for (const field of [current, wanted]) field.value = "";
    status.textContent = "";
    const answer = await api.hasPin().catch(failed);
    if (answer) show(answer.has_pin);
  });
}
