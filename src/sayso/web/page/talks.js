// The list of conversations: search, open, begin, delete.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make, settled } from "./dom.js";
import { say } from "./words.js";

const PAGE = 20;

/** The list; `open(id or null)` shows a conversation or begins a new one, `current()` says which is shown. */
export function talkList({ open, current, sure, failed, kept }) {
  let shown = [];
  let hasMore = false;
  let asked = 0;

  async function fetchPage(before) {
    const turn = (asked += 1);
    try {
      const search = at("search-talks").value.trim();
      const ask = () => api.talks({ limit: PAGE, before, search });
      const page = await (before || search ? ask() : kept("talks", ask));
      if (turn !== asked) return;
      shown = before ? [...shown, ...page.conversations] : page.conversations;
      hasMore = page.has_more;
      draw();
    } catch (error) {
      failed(error);
    }
  }

  function draw() {
    at("talk-list").replaceChildren(...(shown.length ? shown.map(row) : [make("li", { class: "empty" }, say(at("search-talks").value.trim() ? "noTalks" : "noTalksYet"))]));
    at("more-talks").hidden = !hasMore;
  }

  /** Say how many were found, once nothing more is typed for a moment. */
  const tellFound = settled(() => announce(shown.length ? say(hasMore ? "talksFoundMore" : "talksFound", { count: shown.length }) : say(at("search-talks").value.trim() ? "noTalks" : "noTalksYet")));

  function row(talk) {
    const title = talk.title || say("untitled");
    return make("li", { "data-id": talk.id },
      make("button", { type: "button", class: "name", title, "aria-current": talk.id === current() ? "true" : null, onclick: () => open(talk.id).then(() => announce(say("talkOpened", { title }))), ondblclick: () => rename(talk, title) }, title),
      make("button", { type: "button", class: "icon", "data-part": "rename", "aria-label": say("renameTalk", { title }), title: say("renameTalk", { title }), onclick: () => rename(talk, title) }, "✎"),
      make("button", { type: "button", class: "icon", "data-part": "delete", "aria-label": say("deleteTalk", { title }), title: say("deleteTalk", { title }), onclick: () => remove(talk, title) }, "✕"));
  }

  /** The name becomes a field: Enter keeps what is typed there, Escape what was. */
  function rename(talk, title) {
    const field = make("input", { type: "text", class: "name", maxlength: 200, value: title, "aria-label": say("nameOfTalk") });
    const place = at("talk-list").querySelector(`li[data-id="${CSS.escape(talk.id)}"]`);
    async function end(isKept) {
      field.onblur = null;
      const name = field.value.trim();
      if (isKept && name && name !== title) await api.renameTalk(talk.id, name).then(() => announce(say("talkRenamed", { title: name }))).catch(failed);
      await fetchPage();
      at("talk-list").querySelector(`li[data-id="${CSS.escape(talk.id)}"] [data-part=rename]`)?.focus();
    }
    field.onblur = () => end(true);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      end(event.key === "Enter");
    });
    place.replaceChildren(field);
    field.focus();
    field.select();
  }

  async function remove(talk, title) {
    if (!(await sure(say("sureTalk", { title })))) return;
    const index = shown.findIndex(({ id }) => id === talk.id);
    try {
      await api.deleteTalk(talk.id);
      announce(say("talkDeleted", { title }));
      if (talk.id === current()) await open(null);
    } catch (error) {
      failed(error);
    }
    await fetchPage();
    const buttons = [...at("talk-list").querySelectorAll("[data-part=delete]")];
    (buttons[index] ?? buttons.at(-1) ?? at("new-talk")).focus();
  }

  at("new-talk").addEventListener("click", () => open(null).then(() => announce(say("talkBegun"))));
  at("search-talks").addEventListener("input", settled(() => fetchPage().then(tellFound)));
  at("more-talks").addEventListener("click", () => fetchPage(shown.at(-1)?.updated_at));
  return { refresh: () => fetchPage(), redraw: draw };
}
