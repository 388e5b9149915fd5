// Speaking instead of typing, where the browser offers it. What was heard lands in the message field, to be looked at first.

import { say, spoken } from "./words.js";

const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
const TONGUES = { en: "en-GB", it: "it-IT" };

/** Make the button listen; it stays hidden where the browser cannot. */
export function voice(button, field) {
  if (!Recognition) return;
  let listening = null;
  const show = (isOn) => {
    button.setAttribute("aria-pressed", String(isOn));
    field.placeholder = say(isOn ? "listening" : "hint");
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (listening) {
      listening.stop();
      return;
    }
    listening = new Recognition();
    listening.lang = TONGUES[spoken()];
    listening.interimResults = true;
    listening.addEventListener("result", (event) => {
      field.value = Array.from(event.results, ([best]) => best.transcript).join("");
      field.dispatchEvent(new Event("input"));
    });
    listening.addEventListener("end", () => {
      listening = null;
      show(false);
      field.focus();
    });
    show(true);
    try {
      listening.start();
    } catch {
      listening = null;
      show(false);
    }
  });
}
