// What was typed and could not be sent yet: kept in this browser, shown above the field, sent once when the server is back.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { keep, kept } from "./kept.js";
import { say, since, spoken } from "./words.js";

const FRESH = 3_600_000; // for so long "tomorrow" and "in an hour" are taken to mean what they meant, in milliseconds
const LOCK = "sayso-outbox";
const SHORT = 2; // entries that need no fold

/** The outbox; `whose()` says who is here, `sent(talk)` hears that something went out, `began` that a conversation began. */
export function outbox({ whose, zone, isLost, sent, began, failed }) {
  const folded = at("outbox");
  let isOpened = null; // as the person left it; else what is short, or asks something, is open
  const all = () => JSON.parse(kept("outbox") ?? "[]");
  const own = () => all().filter(({ person }) => person === whose());
  const unsent = () => own().filter(({ isUnderWay }) => !isUnderWay); // the others are being sent by the conversation

  function save(entries) {
    keep("outbox", entries.length ? JSON.stringify(entries) : null);
    draw();
  }

  /** Keep something until it was answered; the key makes sure that it happens once. */
  function put(entry) {
    save([...all().filter(({ key }) => key !== entry.key), { person: whose(), language: spoken(), at: Date.now(), ...entry }]);
  }

  /** What was under way when the connection, or the page, was lost waits from now on. */
  function wait() {
    save(all().map(({ isUnderWay, ...entry }) => entry));
  }

  const drop = (key) => save(all().filter((entry) => entry.key !== key));

  /** What waits is shown; what waited for too long asks before it goes, since its days may mean others by now. */
  function draw() {
    const waiting = unsent();
    folded.hidden = !waiting.length;
    folded.open = isOpened ?? (waiting.length <= SHORT || waiting.some((entry) => stateOf(entry) !== "waits"));
    at("outbox-count").textContent = say("outboxCount", { count: waiting.length });
    at("outbox-list").replaceChildren(...waiting.map((entry) => make("li", { "data-key": entry.key },
      make("span", {}, make("q", {}, entry.text), " ", make("small", {}, say(stateOf(entry), { time: since(entry.at, zone()) }))),
      make("span", { class: "buttons" },
        stateOf(entry) !== "waitsLong" || isLost() ? null : make("button", { type: "button", class: "quiet", onclick: () => { put({ ...entry, at: Date.now() }); flush(); } }, say("sendNow")),
        make("button", { type: "button", class: "quiet", "aria-label": `${say("discard")}: ${entry.text}`, onclick: () => { drop(entry.key); at("message").focus(); } }, say("discard"))))));
  }

  /** What is said of an entry: a key of the page's words. */
  const stateOf = (entry) => (entry.isHeld ? "waitsAnswer" : isFresh(entry) ? "waits" : "waitsLong");
  const isFresh = ({ at: when }) => Date.now() - when < FRESH;

  /** Send what waits, in its order; one page of this browser at a time. */
  async function flush() {
    if (isLost() || !unsent().length) return draw();
    const work = async () => {
      for (const { key } of unsent()) {
        const entry = unsent().find((one) => one.key === key); // another page may have sent it meanwhile
        if (!entry || (await isHeldUp(entry)) || !isFresh(entry)) continue; // the others of another conversation go all the same
        if (!(await send(entry))) return;
      }
    };
    await (navigator.locks ? navigator.locks.request(LOCK, work) : work());
    return draw();
  }

  /** True where it is out of the way: it was answered, or can never be. */
  async function send(entry) {
    try {
      if (entry.kind === "task") await addTasks(entry);
      else await deliver(entry);
    } catch (error) {
      if (error.isLost || error.status === 503 || error.status === 401) return false;
      failed(error);
    }
    const talk = all().find(({ key }) => key === entry.key)?.talk ?? null;
    drop(entry.key);
    await sent(entry.kind === "task" ? null : talk);
    return true;
  }

  /** Say it in its conversation; where the answer asks something, what else was typed there waits for what the person says to that. */
  async function deliver({ text, at: when, key, ...entry }) {
    const talk = await placeOf({ ...entry, key });
    let answer = null;
    await api.post(talk, { content: text, said_at: api.momentOf(when) }, key, (name, data) => { if (name === "done") answer = data; });
    if (answer?.is_open) save(all().map((one) => (one.talk === talk && one.key !== key ? { ...one, isHeld: true } : one)));
  }

  /** Whether it still waits for an answer of the person; they may have given it in another window, or elsewhere. */
  async function isHeldUp({ isHeld, talk }) {
    if (!isHeld) return false;
    const last = await api.messages(talk, { limit: 1 }).catch((error) => ({ messages: [{ is_open: error.status !== 404 }] }));
    if (last.messages.at(-1)?.is_open) return true;
    save(all().map((one) => (one.talk === talk ? { ...one, isHeld: false } : one)));
    return false;
  }

  /** The conversation that it belongs to; one that never began begins with it, for all that was typed there. */
  async function placeOf(entry) {
    if (entry.talk && !entry.talk.startsWith("new ")) return entry.talk;
    const { id } = await api.newTalk();
    save(all().map((one) => (one.key === entry.key || (entry.talk && one.talk === entry.talk) ? { ...one, talk: id } : one)));
    await began(id);
    return id;
  }

  async function addTasks({ text, language, at: when, key }) {
    const { drafts } = await api.draft(text, language, api.momentOf(when));
    for (const [turn, { parameters }] of drafts.entries()) await api.addTask(parameters, null, `${key}.${turn}`);
  }

  at("outbox-count").addEventListener("click", () => { isOpened = !folded.open; });
  return { put, drop, wait, flush, draw, count: () => own().length, forget: () => save([]), belong: () => save(own()) };
}
