// The settings: what was learned from the person's own choices, and how to make it forgotten.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make } from "./dom.js";
import { openSheet } from "./sheets.js";
import { say, spoken } from "./words.js";

const LEAST = 3; // times before something is called usual
const SHARES = { priority: 0.5, sequence: 0.3 }; // of the times beyond which it is called so

/** The dialog of the settings; `sure` asks the person, `failed` hears what went wrong. */
export function settings({ sure, failed }) {
  const list = at("preference-list");

  async function refresh() {
    try {
      const { preferences } = await api.preferences({ language: spoken() });
      list.replaceChildren(...preferences.map(row));
      at("no-preferences").hidden = preferences.length > 0;
      at("forget-all").hidden = preferences.length === 0;
    } catch (error) {
      failed(error);
    }
  }

  function row({ kind, about, name, hint, record, count, of }) {
    const isUsual = !(kind in SHARES) || (count >= LEAST && count / of > SHARES[kind]);
    const told = say(`preferred.${kind}${isUsual ? (name ? "" : "Gone") : "Few"}`, { about: say(`tool.${about}`), name: kind === "priority" ? say(name) : say(`tool.${name}`) });
    const label = say("forgetOne", { told });
    return make("li", {}, make("span", {}, told, " ", make("small", {}, say(of === 1 ? "timesOnly" : "times", { count, of }))), make("button", { type: "button", class: "quiet", "aria-label": label, onclick: (e) => forget({ hint, record }, say("forgotten", { told }), [...list.children].indexOf(e.target.closest("li"))) }, say("forget")));
  }

  /** Forget it; whoever did goes on at the next one, and after the last at the heading: never at a button of another kind. */
  async function forget(which, told, index = 0) {
    await api.forget(which).then(() => announce(told)).catch(failed);
    await refresh();
    const buttons = [...list.querySelectorAll("button")];
    (buttons[index] ?? buttons.at(-1) ?? at("learned")).focus();
  }

  at("open-settings").addEventListener("click", () => { refresh(); openSheet(at("settings")); });
  document.addEventListener("spoken", refresh);
  at("forget-all").addEventListener("click", async () => { if (await sure(say("sureForget"), say("forgetAll"))) await forget({}, say("forgottenAll")); });
  return { refresh };
}
