// The password in the settings: another one, for whoever gives the one until now.

import * as api from "./api.js";
import { at } from "./dom.js";
import { told } from "./notice.js";
import { taken } from "./pin.js";
import { say } from "./words.js";

const LEAST = 8; // characters

/** Change the password; `person()` says who is here, `changed` is called once it is another, `failed` hears what went wrong. */
export function passwordSettings({ person, changed, failed }) {
  const [current, wanted, status] = ["password-current", "password-new", "password-told"].map(at);

  async function keep() {
    status.textContent = "";
    if (!current.value) return current.focus();
    if (wanted.value.length < LEAST) {
      status.textContent = say("pass.least");
      return wanted.focus();
    }
    try {
      await api.changePassword(taken(current), taken(wanted));
      status.textContent = say("pass.kept");
      changed();
    } catch (error) {
      if (!["wrong_password", "password_rejected", "too_many"].includes(error.kind)) return failed(error);
      status.textContent = error.kind === "too_many" ? say("tooManyTries") : told(error);
      (error.kind === "password_rejected" ? wanted : current).focus();
    }
    return null;
  }

  at("password-keep").addEventListener("click", keep);
  for (const field of [current, wanted]) field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it closes nothing
    if (field === current) wanted.focus(); else keep();
  });
  document.addEventListener("spoken", () => { status.textContent = ""; });
  at("open-settings").addEventListener("click", () => {
    at("password-settings").hidden = !person()?.email;
    for (const field of [current, wanted]) field.value = "";
    status.textContent = "";
  });
}
