// The field above the list: a task in plain words, what was heard marked while typing, added by Enter.

import * as api from "./api.js";
import { at, make, settled } from "./dom.js";
import { repeats } from "./repeat.js";
import { day, say, spoken } from "./words.js";

/** The field; `added` hears what was added, `failed` what went wrong. */
export function quickAdd({ added, failed, zone, outbox }) {
  const field = at("quick");
  let heard = null; // for which words, and what
  let asked = 0;

  async function hear() {
    const text = field.value.trim() ? field.value : "";
    const turn = (asked += 1);
    if (!text) return show("", []);
    try {
      const { drafts } = await api.draft(text, spoken());
      if (turn === asked) show(text, drafts);
      return drafts;
    } catch (error) {
      if (turn === asked) show(text, []);
      if (error.status !== 429) throw error;
      return null;
    }
  }

  function show(text, drafts) {
    heard = { text, drafts };
    const marks = drafts.flatMap((draft) => draft.marks).filter(({ name }) => name !== "title").sort((a, b) => a.start - b.start);
    const pieces = [];
    let end = 0;
    const letters = [...text]; // marks count characters, and not halves of them
    for (const [index, mark] of marks.entries()) {
      if (mark.start < end) continue;
      pieces.push(letters.slice(end, mark.start).join(""), make("mark", { class: `c${(index % 6) + 1}` }, letters.slice(mark.start, mark.end).join("")));
      end = mark.end;
    }
    at("quick-marks").replaceChildren(...pieces, letters.slice(end).join(""));
    at("quick-marks").scrollLeft = field.scrollLeft;
    at("quick-told").textContent = drafts.map(told).join(" · ");
  }

  /** What would be added, in words. */
  function told({ parameters }) {
    const { title, due, priority, repeat } = parameters;
    const more = [due && day(due, zone()), priority !== "medium" && priority && say(priority), repeat && `↻ ${repeats(repeat)}`].filter(Boolean);
    return more.length ? say("heardAs", { title, more: more.join(", ") }) : "";
  }

  /** An empty field; what is still being heard of its words is no longer told. */
  function clear() {
    soon.drop();
    asked += 1;
    field.value = "";
    show("", []);
  }

  async function add(event) {
    event.preventDefault();
    const text = field.value;
    if (!text.trim()) return;
    const key = api.newKey();
    try {
      const drafts = heard?.text === text ? heard.drafts : await hear();
      const all = drafts?.length ? drafts : [{ parameters: { title: text.trim() } }];
      const batch = crypto.randomUUID?.() ?? null;
      let last = null;
      for (const [turn, { parameters }] of all.entries()) last = await api.addTask(parameters, batch, `${key}.${turn}`);
      if (field.value === text) clear();
      await added(last);
    } catch (error) {
      failed(Object.assign(error, { isChange: false })); // what is lost waits instead
      if (error.isLost) {
        outbox.put({ key, kind: "task", text: text.trim() });
        if (field.value === text) clear();
        at("quick-told").textContent = say("quickWaits", { text: text.trim() });
      }
    }
    field.focus();
  }

  at("quick-form").addEventListener("submit", add);
  const soon = settled(() => hear().catch(failed), 150);
  field.addEventListener("input", () => { at("quick-marks").replaceChildren(); soon(); });
  field.addEventListener("scroll", () => { at("quick-marks").scrollLeft = field.scrollLeft; });
}
