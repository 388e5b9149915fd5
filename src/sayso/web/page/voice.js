// Speaking instead of typing, where the browser offers it. What was heard lands in the message field, to be looked at first.

import { notice } from "./notice.js";
import { say, spoken } from "./words.js";

const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
const TONGUES = { en: "en-GB", it: "it-IT" };
const TROUBLES = { "not-allowed": "denied", "service-not-allowed": "denied", "audio-capture": "none", "no-speech": "silent", network: "network", "language-not-supported": "tongue" };

/** Make the button listen; it stays hidden where the browser cannot. What goes wrong is told above the field. */
export function voice(button, field) {
  if (!Recognition) return;
  let listening = null;
  const show = (isOn) => {
    button.setAttribute("aria-pressed", String(isOn));
    field.placeholder = say(isOn ? "listening" : "hint");
  };
  const trouble = (kind) => { if (kind !== "aborted") notice(say(`voice.${TROUBLES[kind] ?? "odd"}`)); }; // aborted: the person did that
  button.hidden = false;
  button.addEventListener("click", () => {
    if (listening) {
      listening.stop();
      return;
    }
    notice("");
    listening = new Recognition();
    listening.lang = TONGUES[spoken()];
    listening.interimResults = true;
    listening.addEventListener("result", (event) => {
      field.value = Array.from(event.results, ([best]) => best.transcript).join("");
      field.dispatchEvent(new Event("input"));
    });
    listening.addEventListener("error", (event) => trouble(event.error));
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
      trouble("odd");
    }
  });
}
