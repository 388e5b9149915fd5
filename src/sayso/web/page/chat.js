// One conversation: what was said, the answer as it comes in, and the buttons that answer back.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { choices, welcome } from "./choices.js";
import { at, make } from "./dom.js";
import { cost, mark, stopButton } from "./mode.js";
import { notice } from "./notice.js";
import { isPin } from "./pin.js";
import { say } from "./words.js";
import { why } from "./why.js";

const PAGE = 50;
const newPlace = () => `new ${api.newKey()}`;
const CHANGES = ["add_task", "complete_task", "update_task", "delete_task"]; // what can be taken back
const WALKS = ["undo", "redo"];

/** The conversation; `link` waits for a lost server, `changed` hears that tasks may be different, `began` of a new one. */
export function chat({ link, changed, began, restore, written, failed, offer, cards, charts, outbox, device, withdraw, opened = () => {} }) {
  const log = at("log");
  let talk = null;
  let begun = newPlace(); // stands for a conversation that is still to begin
  let sending = null; // what marks the message under way
  let shown = [];
  let hasEarlier = false;
  let isAtEnd = true;

  /** Show a conversation, or an empty one that begins with the first message. */
  async function open(id) {
    talk = id;
    shown = [];
    hasEarlier = false;
    if (!id) begun = newPlace();
    if (id) {
      const page = await device.remembered(`talk ${id}`, () => api.messages(id, { limit: PAGE }));
      if (talk !== id) return;
      shown = page.messages;
      hasEarlier = page.has_more;
      opened(page.mode);
    } else opened(null);
    draw();
  }

  function draw() {
    const earlier = make("button", { type: "button", class: "quiet", onclick: showEarlier }, say("earlier"));
    const bubbles = shown.map((message, index) => bubble(message, shown[index - 1], index === shown.length - 1));
    log.replaceChildren(...(hasEarlier ? [earlier] : []), ...(bubbles.length ? bubbles : [welcome(send)]));
    toEnd();
  }

  async function showEarlier() {
    const page = await api.messages(talk, { limit: PAGE, before: shown[0].id }).catch(failed);
    if (!page) return;
    shown = [...page.messages, ...shown];
    hasEarlier = page.has_more;
    const height = log.scrollHeight;
    draw();
    log.scrollTop = log.scrollHeight - height;
  }

  function bubble(message, before, isLast) {
    const isOwn = message.role === "user";
    const element = make("article", { class: `bubble ${message.role}`, "aria-label": say(isOwn ? "you" : "sayso"), lang: message.language ?? null },
      ...(isOwn ? [make("p", { class: "text" }, message.content)] : cards.told(message)));
    if (isOwn) return element;
    for (const { tool_name: tool, parameters, result } of message.results ?? []) {
      const drawn = tool === "metrics_read" ? charts.told(result, parameters) : null;
      if (drawn) element.append(drawn);
    }
    const explained = why(message.decision, before?.role === "user" ? before.content : "", (name, value) => written(name, value, message));
    const spent = cost(message.model);
    if (explained && spent) explained.append(spent);
    const marked = mark(message.model);
    if (marked) element.append(marked);
    if (explained) element.append(explained);
    if (isLast) element.append(...choices(message, send));
    return element;
  }

  /** What typed words are sent as: a PIN that is asked for is a yes with it, and is kept and shown nowhere. */
  function said(content) {
    const { id, takes_pin: takesPin } = shown.at(-1) ?? {};
    return takesPin && isPin(content) ? [{ answer: { message_id: id, yes: true, pin: content } }, say("confirm")] : [{ content }, content];
  }

  /** Send a message, a pick or an answer; `words` are shown at once. True when it was answered. */
  async function send(body, words) {
    if (sending) return false;
    const own = Symbol("sending");
    sending = own;
    const over = () => { // the answer is there: the next thing can be said although the stream has still to end
      if (sending === own) sending = null;
      if (!sending) log.removeAttribute("aria-busy");
    };
    notice("");
    for (const old of log.querySelectorAll(".choices, .welcome")) old.remove();
    const asked = bubble({ role: "user", content: words });
    const answer = make("article", { class: "bubble assistant coming", "aria-label": say("sayso") }, make("p", { class: "text" }, make("span", { class: "dots", "aria-hidden": "true" }, "•••")));
    log.append(asked, answer);
    log.setAttribute("aria-busy", "true");
    toEnd();
    try {
      await deliver(body, { asked, answer, over });
      outbox.flush(); // what waited for this answer goes on
      return true;
    } catch (error) {
      if (error.isLost) { // it waits in the outbox, from where it goes when the server is back
        outbox.wait();
        draw();
        link.back();
        return true;
      }
      await refused(error, body);
      return false;
    } finally {
      over();
    }
  }

  /** Post until it arrived: the key makes sure that it happens once, however often it has to be sent. Words wait in the
   * outbox, from where they go also after a reload; a pick or an answer waits here. */
  async function deliver(body, places) {
    const key = api.newKey();
    const entry = body.content ? { key, text: body.content, talk: talk ?? begun, isUnderWay: true } : null;
    if (entry) outbox.put(entry);
    for (;;) {
      try {
        if (!talk) {
          talk = (await api.newTalk()).id;
          if (entry) outbox.put({ ...entry, talk });
          await began(talk);
        }
        await api.post(talk, body, key, listener(places));
        outbox.drop(key);
        return;
      } catch (error) {
        if (!error.isLost) outbox.drop(key);
        if (!error.isLost || entry) throw error;
        await link.back();
      }
    }
  }

  function listener({ asked, answer, over }) {
    const text = answer.querySelector(".text");
    let reply = "";
    let draft = "";
    let said = null;
    const own = shown; // another conversation may be opened while the answer comes in
    return (name, data) => {
      if (name === "user") {
        said = data;
        asked.querySelector(".text").textContent = data.content;
      } else if (name === "model") {
        answer.append(stopButton(() => talk));
      } else if (name === "draft") {
        draft += data.delta;
        text.textContent = draft;
      } else if (name === "call") {
        text.textContent = `${say(`tool.${data.tool_name}`)}…`;
      } else if (name === "result") {
        changed();
      } else if (name === "reply") {
        reply += data.delta;
        text.textContent = reply;
      } else if (name === "done") {
        if (said) own.push(said);
        own.push(data);
        device.keep(`talk ${talk}`, { at: Date.now(), answer: { messages: own.slice(-PAGE), has_more: hasEarlier || own.length > PAGE, mode: null } });
        answer.replaceWith(withUndo(bubble(data, said, true), data));
        announce(data.content);
        over();
        changed();
      }
      follow();
    };
  }

  /** An answer that changed something offers to take it back, while it is new; after a step back or forth nothing that was offered before holds. */
  function withUndo(element, { results = [] }) {
    const done = results.filter(({ tool_name: tool, result }) => CHANGES.includes(tool) && result?.status === "success" && !result.unchanged);
    if (done.length) element.append(offer(done.at(-1).result));
    else if (results.some(({ tool_name: tool, result }) => WALKS.includes(tool) && result?.status === "success")) withdraw();
    return element;
  }

  /** What was offered next no longer holds: something was changed beside the conversation. */
  function dropNexts() {
    for (const message of shown) if (message.next) message.next = [];
    for (const row of log.querySelectorAll(".choices.nexts")) row.remove();
  }

  async function refused(error, body) {
    failed(error);
    if (body.content) restore(body.content);
    await open(error.status === 404 ? null : talk).catch(() => draw());
  }

  function toEnd() {
    log.scrollTop = log.scrollHeight;
  }

  /** Who reads at the end stays at the end; who scrolled up is left alone. */
  function follow() {
    if (isAtEnd) toEnd();
  }
  log.addEventListener("scroll", () => { isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40; });
  new ResizeObserver(follow).observe(log);

  return {
    open, said, send, draw, dropNexts,
    reload: () => (sending ? null : open(talk).catch(() => {})),
    current: () => talk,
    place: () => talk ?? begun,
    get isBusy() { return sending !== null; },
  };
}
