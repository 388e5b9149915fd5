// Wires the rooms of the page together: who is here, which conversation, keys, language and theme.

import { account } from "./account.js";
import * as api from "./api.js";
import { taskCards } from "./cards.js";
import { carrying } from "./carrying.js";
import { charts } from "./charts.js";
import { chat } from "./chat.js";
import { walk } from "./choices.js";
import { at, settled } from "./dom.js";
import { gate } from "./gate.js";
import { keep } from "./kept.js";
import { machineList } from "./machines.js";
import { modeSwitch } from "./mode.js";
import { naming } from "./naming.js";
import { connection, notice, told } from "./notice.js";
import { notifications } from "./notifications.js";
import { settings } from "./preferences.js";
import { quickAdd } from "./quick_add.js";
import { reminders } from "./reminders.js";
import { talkList } from "./talks.js";
import { taskStore } from "./task_store.js";
import { taskList } from "./tasks.js";
import { label, say, speak, spoken } from "./words.js";
import { voice } from "./voice.js";
import { walking } from "./walking.js";

const field = at("message");
let person = null;
let isWaiting = false; // a message was sent before the page knew who is here, and goes out when it does
let arrived;
let begun = new Promise((go) => { arrived = go; });

const link = connection(() => { conversation.reload(); refreshAll(); });
const zone = () => person?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
const steps = walking({ sure, failed, changed: changedElsewhere });
const held = taskStore({ keep: () => {} });
const cards = taskCards({ store: held, acts: () => tasks.acts, zone });
const tasks = taskList({ store: held, redrawCards: cards.redraw, sure, failed, zone, isAway: () => door.isShown, steps, changed: changedElsewhere });
const machines = machineList({ sure, failed, ask, zone, isAway: () => door.isShown });
const telling = notifications({ failed, moved: (timezone) => { person.timezone = timezone; tasks.redraw(); due.redraw(); } });
const due = reminders({ failed, zone, isAway: () => !person || door.isShown, steps, changed: changedElsewhere, system: telling.show });
const refreshLists = settled(() => { tasks.refresh(); machines.refresh(); due.look(); }, 60);
const modes = modeSwitch({ current: () => conversation.current(), failed });
const written = naming({ tasks: held, machines, zone });
const conversation = chat({ link, changed: refreshLists, began: beganTalk, restore, written, failed, opened: modes.show, offer: steps.offer, cards, charts: charts({ zone, others: machines.measured, failed }) });
const door = gate({ entered: begin });
const talks = talkList({ open, current: conversation.current, sure, failed });

/** Say something in the conversation on the person's behalf, as if it was typed. */
function ask(content) {
  drawer(null);
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
  if (error.isLost) link.back();
  else if (error.status === 401) begin(); // signed out elsewhere, or for too long
  else notice(told(error));
}

/** Ask the person; only their own click on yes is a yes. */
function sure(question, yes = say("delete")) {
  const dialog = at("sure");
  dialog.querySelector(".danger").textContent = yes;
  at("sure-question").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true }));
}

/** A conversation began with a first message. */
function beganTalk(id) {
  remember(id);
  return modes.begun(id);
}

/** The conversation that is shown stands in the address, so that a reload comes back to it. */
function remember(id) {
  history.replaceState(null, "", id ? `#${id}` : location.pathname);
}

async function open(id) {
  drawer(null);
  remember(id);
  try {
    await conversation.open(id);
  } catch (error) {
    if (error.status !== 404) throw error;
    remember(null);
    await conversation.open(null);
  }
  talks.redraw();
  field.focus();
}

function restore(text) {
  if (!field.value) field.value = text;
  fit();
}

function fit() {
  field.rows = Math.min(6, Math.max(1, field.value.split("\n").length, Math.ceil(field.value.length / 70)));
}

async function submit() {
  const content = field.value.trim();
  if (!content || conversation.isBusy || isWaiting) return;
  field.value = "";
  fit();
  isWaiting = true;
  await begun;
  isWaiting = false;
  await conversation.send({ content }, content);
  talks.refresh();
}

function drawer(name) {
  const before = document.body.dataset.drawer;
  for (const each of ["talks", "tasks"]) at(`open-${each}`).setAttribute("aria-expanded", String(each === name));
  if (name) document.body.dataset.drawer = name;
  else delete document.body.dataset.drawer;
  if (name) at(name).querySelector("button, select, input").focus();
  else if (before) at(`open-${before}`).focus();
}

function escape() {
  const cancel = document.querySelector("#log .choices.confirm .cancel");
  if (document.body.dataset.drawer) drawer(null);
  else if (document.activeElement === field && field.value) { field.value = ""; fit(); }
  else if (cancel) cancel.click();
  else field.focus();
}

function keys(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const isTyping = event.target.matches("input:not([type=checkbox]), textarea, select");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    escape();
  } else if (event.key === "Enter" && event.target === field && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else {
    walk(event);
  }
}

function switchTheme() {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keep("theme", document.documentElement.dataset.theme);
}

function switchLanguage(code) {
  speak(code);
  label();
  tasks.redraw();
  due.redraw();
  machines.refresh();
  talks.redraw();
  conversation.draw();
  door.draw();
}

async function signOut() {
  try {
    await telling.unsubscribe();
    await api.signOut();
    location.replace("/"); // nothing of theirs stays on the page
  } catch (error) {
    failed(error);
  }
}

async function begin() {
  try {
    const here = await api.here();
    if (!here.person) {
      if (person && !door.isShown) begun = new Promise((go) => { arrived = go; }); // what is sent waits for them again
      door.show(here.by);
      return;
    }
    if (person && person.id !== here.person.id) {
      location.replace("/"); // another person: nothing of the one before stays on the page
      return;
    }
    person = here.person;
    modes.know(person.model);
    at("who").textContent = person.name;
    door.open();
    refreshAll();
    telling.resume();
    await open(decodeURIComponent(location.hash.slice(1)) || null);
    arrived();
  } catch (error) {
    failed(error);
    if (error.isLost || error.status === 503) link.back().then(begin);
  }
}

label();
at("language").value = spoken();
at("language").addEventListener("change", (event) => switchLanguage(event.target.value));
at("theme").addEventListener("click", switchTheme);
at("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
at("sign-out").addEventListener("click", signOut);
for (const each of ["talks", "tasks"]) {
  at(`open-${each}`).addEventListener("click", () => drawer(document.body.dataset.drawer === each ? null : each));
}
field.addEventListener("input", fit);
document.addEventListener("keydown", keys);
document.addEventListener("visibilitychange", () => { if (!document.hidden && door.isShown) begin(); }); // a link was opened beside
const wasAdded = (result) => tasks.made(result.task_id, async () => result);
settings({ failed });
account({ person: () => person, zone, leave: signOut, failed });
carrying({ failed, added: wasAdded });
quickAdd({ failed, zone, added: wasAdded });
voice(at("voice"), field);
begin();
