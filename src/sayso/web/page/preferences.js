// The settings: what was learned from the person's own choices, and how to make it forgotten.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { say, spoken } from "./words.js";

/** The dialog of the settings; `failed` hears what went wrong. */
export function settings({ failed }) {
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
    const told = say(`preferred.${kind}`, { about: say(`tool.${about}`), name: kind === "priority" ? say(name) : say(`tool.${name}`) });
    const label = say("forgetOne", { told });
    return make("li", {}, make("span", {}, told, " ", make("small", {}, say("times", { count, of }))), make("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => forget({ hint, record }) }, say("forget")));
  }

  async function forget(which) {
    await api.forget(which).catch(failed);
    await refresh();
    at("settings").querySelector("button").focus();
  }

  at("open-settings").addEventListener("click", () => { refresh(); at("settings").showModal(); });
  at("forget-all").addEventListener("click", () => forget({}));
  return { refresh };
}
