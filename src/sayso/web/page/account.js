// The account in the settings: who one is, where one is signed in, and how to end that; language and model besides.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make } from "./dom.js";
import { moment, say, spoken } from "./words.js";

const LONG = Infinity; // of a chart that needs the day beside the clock: so does a session

/** The account; `person()` says who is here, `zone()` where, `leave` signs out here, `failed` hears what went wrong. */
export function account({ person, zone, leave, failed }) {
  const list = at("session-list");

  async function refresh() {
    const here = person();
    at("account-name").textContent = [here?.name, here?.email].filter(Boolean).join(" · ");
    at("settings-language").value = spoken();
    at("settings-model").hidden = at("mode-pick").hidden;
    at("settings-mode").value = at("mode").value;
    at("model-name").textContent = here?.model?.name ?? "";
    try {
      const { sessions } = await api.sessions();
      list.replaceChildren(...sessions.sort((one, other) => other.is_here - one.is_here).map(row));
      at("end-others").hidden = !sessions.some((one) => !one.is_here);
    } catch (error) {
      failed(error);
    }
  }

  function row({ id, created_at: since, last_seen_at: seen, address, browser, system, is_here: isHere }) {
    const by = browser && system ? say("browserOn", { browser, system }) : browser ?? system ?? say("someBrowser");
    const told = say(isHere ? "sessionHere" : "session", { by, address: address ?? say("somewhere"), since: moment(since, zone(), LONG), seen: moment(seen, zone(), LONG) });
    const end = make("button", { type: "button", class: "quiet", "aria-label": `${say(isHere ? "signOut" : "endSession")}: ${told}`, onclick: () => (isHere ? leave() : change(() => api.endSession(id), say("sessionEnded", { told }), id)) }, say(isHere ? "signOut" : "endSession"));
    return make("li", { "data-session": id, class: isHere ? "here" : null }, make("span", {}, told), end);
  }

  /** End what is to be ended; whoever did goes on at the next such button, and never at the one that signs out here. */
  async function change(act, told, id = null) {
    const index = [...list.children].findIndex((each) => each.dataset.session === id);
    await act().then(() => announce(told)).catch(failed);
    await refresh();
    const rows = [...list.children];
    const row = [rows[index], rows[index - 1]].find((each) => each && !each.classList.contains("here"));
    (row?.querySelector("button") ?? at("signed-in-at")).focus();
  }

  /** A choice of the settings is that of the bar: one changes with the other. */
  function mirror(own, other) {
    at(own).addEventListener("change", () => {
      at(other).value = at(own).value;
      at(other).dispatchEvent(new Event("change"));
      refresh();
    });
  }

  mirror("settings-mode", "mode");
  at("end-others").addEventListener("click", () => change(api.endOtherSessions, say("othersEnded")));
  at("open-settings").addEventListener("click", refresh);
  document.addEventListener("spoken", refresh);
  return { refresh };
}
