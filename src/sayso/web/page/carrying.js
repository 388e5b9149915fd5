// Tasks out of the house and into it: an import from a file, and the address of a calendar; exports are plain links.

import * as api from "./api.js";
import { at } from "./dom.js";
import { say } from "./words.js";

const LARGEST = 900_000; // characters

/** The part of the settings; `added` hears of an import, `failed` what went wrong. */
export function carrying({ added, failed }) {
  const told = at("import-told");

  async function read() {
    const file = at("import").files[0];
    if (!file) return;
    told.textContent = say("importing");
    try {
      const text = await file.text();
      if (text.length > LARGEST) {
        told.textContent = say("importLarge");
        return;
      }
      const { added: count, last, passed_over: passed } = await api.bringIn(text);
      const places = passed.slice(0, 10).map(({ place }) => place).join(", ");
      told.textContent = [say("imported", { count }), passed.length ? say("passedOver", { count: passed.length, places }) : ""].filter(Boolean).join(" ");
      if (last) await added({ task_id: last.id, updated_at: last.updated_at, title: last.title });
    } catch (error) {
      told.textContent = "";
      failed(error);
    } finally {
      at("import").value = "";
    }
  }

  async function calendar(isOpen) {
    try {
      if (!isOpen) await api.closeCalendar();
      show(isOpen ? await api.openCalendar() : { is_open: false, path: null });
    } catch (error) {
      failed(error);
    }
  }

  function show({ is_open: isOpen, path }) {
    at("calendar-open").textContent = say(isOpen ? "calendarNew" : "calendarOpen");
    at("calendar-close").hidden = !isOpen;
    at("calendar-address").hidden = !path;
    at("calendar-address").value = path ? location.origin + path : "";
    at("calendar-told").textContent = path ? say("calendarOnce") : isOpen ? say("calendarIs") : "";
    if (path) at("calendar-address").select();
  }

  at("import").addEventListener("change", read);
  at("calendar-open").addEventListener("click", () => calendar(true));
  at("calendar-close").addEventListener("click", () => calendar(false));
  at("open-settings").addEventListener("click", () => { told.textContent = ""; api.calendar().then(show).catch(failed); });
}
