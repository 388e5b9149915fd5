// Tasks out of the house and into it: an import from a file, and the address of a calendar; exports are plain links.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { say } from "./words.js";

const LARGEST = 900_000; // characters

/** The part of the settings; `added` hears of an import, `failed` what went wrong. */
export function carrying({ added, failed }) {
  const told = at("import-told");

  async function read() {
    const file = at("import").files[0];
    if (!file) return;
    at("import").value = ""; // at once: the same file may be chosen again before this one is told
    const text = await file.text();
    if (text.includes("\0")) {
      clear();
      told.textContent = say(text.startsWith("PK") ? "importZip" : "importBinary");
    } else if (text.length > LARGEST) told.textContent = say("importLarge");
    else await bringIn(text, "ask");
  }

  /** Add what a text holds; where some are there already, the person says what becomes of them. */
  async function bringIn(text, twice) {
    clear();
    told.textContent = say("importing");
    try {
      const result = await api.bringIn(text, twice);
      if (result.status === "needs_confirmation") ask(text, result);
      else await tell(result);
    } catch (error) {
      clear();
      failed(error);
    }
  }

  function clear() {
    told.textContent = "";
    at("import-twice").replaceChildren();
    at("import-otherwise").replaceChildren();
  }

  function ask(text, { there, new: fresh }) {
    told.textContent = say("importThere", { count: there });
    const choices = [["importAgain", "add"], ...(fresh ? [["importNew", "skip"]] : []), ["cancel", null]];
    at("import-twice").replaceChildren(...choices.map(([name, twice]) => make("button", { type: "button", class: "quiet", onclick: () => (twice ? bringIn(text, twice) : clear()) }, say(name, { count: fresh }))));
  }

  async function tell({ added: count, last, passed_over: passed, kept_otherwise: otherwise }) {
    const places = passed.slice(0, 10).map(({ place }) => place).join(", ");
    const sentences = [say("imported", { count }), passed.length ? say("passedOver", { count: passed.length, places }) : "", otherwise.length ? say("keptOtherwise") : ""];
    told.textContent = sentences.filter(Boolean).join(" ");
    const whats = [...new Set(otherwise.map(({ what }) => what))];
    at("import-otherwise").replaceChildren(...whats.map((what) => kept(what, otherwise.filter((one) => one.what === what))));
    if (last) await added({ task_id: last.id, updated_at: last.updated_at, title: last.title, count });
  }

  const kept = (what, lines) => make("li", {}, make("details", {}, make("summary", {}, `${say(`otherwise.${what}`)} (${lines.length})`),
    make("ul", {}, ...lines.map(({ place, title, said }) => make("li", {}, say("otherwiseLine", { place, title, said }))))));

  async function calendar(isOpen) {
    try {
      if (!isOpen) await api.closeCalendar();
      show(isOpen ? await api.openCalendar() : { is_open: false, path: null });
      if (isOpen) return;
      at("calendar-told").textContent = say("calendarClosed");
      at("calendar-open").focus(); // the button that was pressed is gone
    } catch (error) {
      failed(error);
    }
  }

  let shown = null;
  function show(answer) {
    const { is_open: isOpen, path } = (shown = answer);
    at("calendar-open").textContent = say(isOpen ? "calendarNew" : "calendarOpen");
    at("calendar-open").hidden = false; // until now nobody knew what it does
    at("calendar-close").hidden = !isOpen;
    at("calendar-address").hidden = at("calendar-copy").hidden = !path;
    at("calendar-address").value = path ? location.origin + path : "";
    at("calendar-told").textContent = path ? say("calendarOnce") : isOpen ? say("calendarIs") : "";
    if (path) at("calendar-address").select();
  }

  /** The address to the clipboard; without https the browser hands it over only by its old way. */
  async function copy() {
    const field = at("calendar-address");
    const isCopied = await (navigator.clipboard?.writeText(field.value).then(() => true, () => false) ?? false) || copyOldWay(field);
    at("calendar-told").textContent = `${say(isCopied ? "copied" : "notCopied")} ${say("calendarOnce")}`;
  }

  function copyOldWay(field) {
    field.select();
    const isCopied = document.execCommand("copy");
    at("calendar-copy").focus();
    return isCopied;
  }

  at("import").addEventListener("change", read);
  document.addEventListener("spoken", () => { told.textContent = ""; if (shown) show(shown); });
  at("calendar-open").addEventListener("click", () => calendar(true));
  at("calendar-copy").addEventListener("click", copy);
  at("calendar-close").addEventListener("click", () => calendar(false));
  const refresh = () => api.calendar().then(show).catch(failed);
  at("open-settings").addEventListener("click", () => { clear(); refresh(); });
  return { refresh };
}
