// Wires the rooms of the page together: who is here, which conversation, keys, language and theme.

import { account } from "./account.js";
import * as api from "./api.js";
import { appearance } from "./appearance.js";
import { taskCards } from "./cards.js";
import { carrying } from "./carrying.js";
import { charts } from "./charts.js";
import { chat } from "./chat.js";
import { device } from "./device.js";
import { at, debounced, fitted, settled } from "./dom.js";
import { gate } from "./gate.js";
import { installing } from "./installing.js";
import { keyboard } from "./keyboard.js";
import { machineList } from "./machines.js";
import { modeSwitch } from "./mode.js";
import { naming } from "./naming.js";
import { connection, dismissible, notice, noticeOver, told } from "./notice.js";
import { notifications } from "./notifications.js";
import { outbox } from "./outbox.js";
import { passwordSettings } from "./password.js";
import { pinSettings } from "./pin.js";
import { settings } from "./preferences.js";
import { quickAdd } from "./quick_add.js";
import { reminders } from "./reminders.js";
import { leavable, leavers, staysOpen, sure } from "./sheets.js";
import { talkList } from "./talks.js";
import { taskStore } from "./task_store.js";
import { taskList } from "./tasks.js";
import { belong, giveUp, leave } from "./whose.js";
import { label, say } from "./words.js";
import { tongue } from "./tongue.js";
import { voice } from "./voice.js";
import { walking } from "./walking.js";

const field = at("message");
const fit = () => fitted(field);
let person = null;
let isWaiting = false; // a message was sent before the page knew who is here, and goes out when it does
let isOffline = false; // the page shows what this device has kept
let arrived, begun = new Promise((go) => { arrived = go; });

const link = connection(() => { noticeOver("lost"); if (isOffline) begin(); else { conversation.reload(); refreshAll(); waiting.flush(); } });
const here = device();
const waiting = outbox({ whose: () => person?.id, zone: () => zone(), isLost: () => link.isLost, sent: wasSent, began: (id) => modes.begun(id), failed });
const zone = () => person?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
const keepTasks = debounced((value) => here.keep("tasks", value), 1000);
const steps = walking({ sure, failed, changed: changedElsewhere });
const held = taskStore({ keep: (value) => keepTasks(value) });
const cards = taskCards({ store: held, acts: () => tasks.acts, zone });
const tasks = taskList({ store: held, redrawCards: cards.redraw, sure, failed, zone, isAway: () => door.isShown, steps, changed: changedElsewhere });
const machines = machineList({ sure, failed, ask, zone, isAway: () => door.isShown });
const telling = notifications({ whose: () => person?.id, failed, moved: (timezone) => { person.timezone = timezone; tasks.redraw(); cards.redraw(); due.redraw(); } });
const due = reminders({ failed, zone, isAway: () => !person || door.isShown, steps, changed: changedElsewhere, system: telling.show });
held.watch(() => due.look()); // what is done, undone or moved is due no longer, or again
const refreshLists = settled(() => { tasks.refresh(true); machines.refresh(); due.look(); }, 60);
const modes = modeSwitch({ current: () => conversation.current(), failed });
const written = naming({ tasks: held, machines, zone });
const conversation = chat({ link, changed: refreshLists, began: (id) => { remember(id); return modes.begun(id); }, restore, written, failed, opened: modes.show, offer: steps.offer, withdraw: steps.withdraw, cards, outbox: waiting, device: here, charts: charts({ zone, others: machines.measured, failed }) });
const language = tongue({ redraw, kept: here.belong, failed });
const board = keyboard({ submit, fit, visitDue: due.visit });
const door = gate({ entered: begin });
const talks = talkList({ open, current: conversation.current, sure, failed, kept: here.remembered });

/** Say something in the conversation on the person's behalf, as if it was typed. */
function ask(content) {
  board.drawer(null);
  conversation.send({ content }, content);
}

/** Tasks were changed, and not by the conversation: what it offered next may hold no longer. */
function changedElsewhere() {
  conversation.dropNexts();
  return tasks.refresh();
}

function refreshAll() {
  due.look();
  tasks.refresh();
  machines.refresh();
  talks.refresh();
}

function failed(error) {
  if (error.isLost) {
    link.back();
    if (error.isChange) notice(say("notOffline"), false, "lost");
  } else if (error.status === 401) begin(); // signed out elsewhere, or for too long
  else notice(told(error));
}

/** The conversation that is shown stands in the address, so that a reload comes back to it. */
function remember(id) {
  history.replaceState(null, "", id ? `#${id}` : location.pathname);
}

/** Open a conversation that was chosen, and go on there. */
async function open(id) {
  board.drawer(null);
  await show(id);
  field.focus();
}

async function show(id) {
  remember(id);
  try {
    await conversation.open(id);
  } catch (error) {
    if (error.isLost) notice(say("notKept"), false, "lost");
    else if (error.status !== 404) throw error;
    remember(null);
    await conversation.open(null);
  }
  talks.redraw();
}

function restore(text) {
  if (!field.value) field.value = text;
  fit();
}

async function submit() {
  const content = field.value.trim();
  if (!content || conversation.isBusy || isWaiting) return;
  field.value = "";
  fit();
  const [body, shown] = conversation.said(content);
  if (link.isLost && person && body.content) {
    waiting.put({ key: api.newKey(), text: content, talk: conversation.place() });
    return;
  }
  isWaiting = true;
  await begun;
  isWaiting = false;
  await conversation.send(body, shown);
  talks.refresh();
}

/** Everything that stands on the page in words. */
function redraw() {
  notice("");
  for (const part of [tasks, due, telling, talks]) part.redraw();
  for (const part of [link, conversation, waiting, door]) part.draw();
  machines.refresh();
}

async function signOut() {
  if (link.isLost) return notice(say("stillIn"), false, "lost");
  try {
    await telling.unsubscribe();
    await api.signOut();
    await here.forget();
    language.leave();
    leave();
    waiting.forget();
    return location.replace("/"); // nothing of theirs stays on the page
  } catch (error) {
    failed(error);
    return error.isLost && notice(say("stillIn"), false, "lost");
  }
}

/** Something that waited went out: its conversation is shown as it is now, if it is the one that is open. */
async function wasSent(talk) {
  if (talk && (!conversation.current() || talk === conversation.current())) await open(talk);
  refreshAll();
}

/** Without a server: what this device has kept, to be read. */
async function beginOffline() {
  const before = await here.person();
  if (person || !before) return;
  isOffline = true;
  person = before;
  belong(person);
  language.belong(person);
  held.restore(await here.kept("tasks"));
  waiting.wait();
  talks.refresh();
  await enter();
}

/** The conversation of the address; whoever went somewhere on the page meanwhile stays there. */
async function enter() {
  await show(decodeURIComponent(location.hash.slice(1)) || null);
  if (!document.activeElement?.closest(".inside") && !document.body.dataset.drawer) field.focus();
  arrived();
}

async function begin() {
  try {
    const { person: found, by } = await api.here();
    if (!found) {
      await here.forget(); // signed out here or elsewhere: nothing of theirs stays on the device
      language.leave();
      leave();
      if (person && !door.isShown) begun = new Promise((go) => { arrived = go; }); // what is sent waits for them again
      notice(""); // it was for whoever was here
      door.show(by);
      return;
    }
    if (person && person.id !== found.id) {
      giveUp(person);
      return;
    }
    person = found;
    isOffline = false;
    language.belong(person);
    belong(person, await here.person());
    await here.belong(person);
    waiting.belong();
    waiting.wait();
    held.restore(await here.kept("tasks"));
    modes.know(person.model);
    door.open();
    refreshAll();
    telling.resume(person.timezone);
    await enter();
    await waiting.flush();
    if (isSecureContext) navigator.serviceWorker?.register("/sw.js").then(({ active }) => active?.postMessage("renew")).catch(() => {}); // from now on the page opens without a server, too
  } catch (error) {
    failed(error);
    if (!error.isLost && error.status !== 503) return;
    const back = link.back();
    await beginOffline();
    if (!isOffline) back.then(begin);
  }
}

label();
appearance();
dismissible();
at("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
at("sign-out").addEventListener("click", signOut);
field.addEventListener("input", fit);
document.addEventListener("visibilitychange", () => { if (!document.hidden && door.isShown) begin(); }); // a link was opened beside
const wasAdded = (result) => tasks.made(result.task_id, async () => result, { shows: true });
settings({ sure, failed });
leavable(at("settings"));
staysOpen(at("settings"));
leavers();
pinSettings({ failed });
const own = account({ person: () => person, zone, leave: signOut, failed });
const calendar = carrying({ failed, added: wasAdded });
passwordSettings({ person: () => person, changed: () => { own.refresh(); calendar.refresh(); }, failed });
installing();
quickAdd({ failed, zone, added: wasAdded, outbox: waiting });
voice(at("voice"), field);
begun.then(() => { for (const id of ["open-settings", "quick", "quick-send", "new-talk"]) at(id).disabled = false; }); // whose they are is known
begin();
