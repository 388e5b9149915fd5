// The language of the page: that of the person's account; before anybody is signed in the browser's, or what is chosen there.

import * as api from "./api.js";
import { at } from "./dom.js";
import { keep } from "./kept.js";
import { label, ownLanguage, speak, spoken } from "./words.js";

/** The language; `redraw` draws anew what the page shows in words, `kept` keeps the person on the device, `failed` hears what went wrong. */
export function tongue({ redraw, kept, failed }) {
  let person = null;
  let chosen = null; // before somebody signed in

  /** Everything on the page, also what is open in the settings. */
  function use(code) {
    speak(code);
    label();
    at("language").value = at("settings-language").value = spoken();
    redraw();
    if (at("settings").open) document.dispatchEvent(new Event("spoken"));
  }

  /** It is kept with the account, so that each of two people with one browser has their own. */
  async function choose(code) {
    use(code);
    if (!person) chosen = code;
    else await api.chooseLanguage(code).then(({ language }) => { person.language = language; return kept(person); }, failed);
  }

  /** The page is this person's from now on. */
  function belong(found) {
    person = found;
    const code = found.language ?? chosen ?? ownLanguage();
    if (code !== spoken()) use(code);
    if (!found.language && chosen) choose(chosen);
    chosen = null;
  }

  at("language").value = spoken();
  for (const id of ["language", "settings-language"]) at(id).addEventListener("change", (event) => choose(event.target.value));
  return { belong, leave: () => { person = null; keep("language", null); } };
}
