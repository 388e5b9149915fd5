// The machines beside the conversation: whether they are there, what they measure, and what they can be told to do.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { at, make } from "./dom.js";
import { connecting } from "./connecting.js";
import { keepOwn, keptOwn } from "./kept.js";
import { notice } from "./notice.js";
import { number, say, since, spoken } from "./words.js";

const TARGET = "target_temperature"; // is shown beside the temperature
const STEPS = /^(raise|lower)_/; // go a step further each time, without a value
const EVERY = 4000; // how often a visible page looks at the machines, in milliseconds

/** The panel; `sure` asks the person, `failed` hears what went wrong, `ask` says something in the conversation. */
export function machineList({ sure, failed, ask, zone, isAway }) {
  const list = at("machine-list");
  const unfolded = new Set(); // the machines whose commands are shown
  const names = new Map(); // of machines and commands by their ids, to call them by their names
  let seen = "";
  let asked = 0;
  let measured = []; // what every machine measures, to be compared

  async function refresh() {
    if (isAway()) return;
    const turn = (asked += 1);
    try {
      const answer = await api.machines({ language: spoken(), limit: 50 });
      if (turn === asked) draw(answer);
    } catch (error) {
      if (error.status === 503 && seen) at("machine-count").textContent = say("unreachable"); // what was seen last stays
      else failed(error);
      seen = seen && "{}";
    }
  }

  function draw(answer) {
    const text = JSON.stringify(answer);
    const isHeld = list.contains(document.activeElement) && document.activeElement.matches("input");
    if (text === seen || isHeld) return; // somebody is typing a value: the next look comes soon
    seen = text;
    const typed = new Map([...list.querySelectorAll("input")].map((field) => [field.dataset.value, field.value]));
    const held = document.activeElement?.closest?.("#machine-list li")?.dataset.id;
    const heldPart = document.activeElement?.dataset?.part;
    measured = answer.machines.flatMap(({ id, name, latest }) => latest.filter(({ value }) => typeof value === "number").map(({ metric, label, unit }) => ({ id, name, metric, label, unit })));
    for (const machine of answer.machines) {
      names.set(machine.id, machine.name);
      for (const command of machine.commands) names.set(command.id, command.label);
    }
    at("machines").hidden = !(answer.machines.length || answer.connectable) || keptOwn("machines") === "hidden";
    for (const id of ["demo", "demo-told"]) at(id).hidden = !answer.simulated;
    at("connect-machines").hidden = !answer.connectable;
    at("machine-count").textContent = say("connected", { count: answer.machines.filter((m) => m.connected).length, of: answer.total });
    list.replaceChildren(...answer.machines.map(card));
    for (const field of list.querySelectorAll("input")) field.value = typed.get(field.dataset.value) ?? "";
    if (held) list.querySelector(`li[data-id="${CSS.escape(held)}"] [data-part="${CSS.escape(heldPart ?? "")}"]`)?.focus();
  }

  function card(machine) {
    const fold = make("details", { open: unfolded.has(machine.id) }, make("summary", { "data-part": "commands" }, say("commands"), make("span", { class: "unseen" }, ` · ${machine.name}`)),
      make("div", { class: "commands" }, ...machine.commands.map((command) => control(machine, command))));
    fold.addEventListener("toggle", () => (fold.open ? unfolded.add(machine.id) : unfolded.delete(machine.id)));
    const states = machine.states.filter(({ name }) => name !== TARGET).map(tag);
    return make("li", { "data-id": machine.id, class: `machine ${linkOf(machine)}` },
      make("div", { class: "machine-head" }, make("span", { class: "dot", "aria-hidden": "true" }), make("h3", {}, machine.name), make("span", { class: "link" }, linked(machine))),
      machine.latest.length ? make("div", { class: "readings" }, ...firstly(machine.latest).map((one) => reading(machine, one))) : null,
      states.length ? make("p", { class: "meta" }, ...states) : null,
      machine.commands.length ? fold : null);
  }

  /** A reading, which shows its last hours when it is pressed; beside the temperature stands to what it is set. */
  function reading(machine, one) {
    const value = typeof one.value === "number" ? number(one.value) : String(one.value ?? "–");
    const wanted = one.metric === "temperature" ? machine.states.find(({ name }) => name === TARGET)?.value : null;
    const said = say("target", { value: number(wanted) });
    const target = typeof wanted === "number" ? make("small", { title: said }, make("span", { "aria-hidden": "true" }, `→ ${number(wanted)}`), make("span", { class: "unseen" }, said)) : null;
    const act = () => ask(say("askChart", { metric: one.label, name: machine.name }));
    return make("button", { type: "button", class: "reading", "data-part": `read ${one.metric}`, title: say("showChart", { metric: one.label }), onclick: act },
      make("span", { class: "unseen" }, `${machine.name}, ${one.label} `), make("span", { class: "value" }, value), one.unit ? make("small", {}, `\u00a0${one.unit}`) : null, target ? " " : null, target);
  }

  /** Whether a machine is there; where it is not, since when nothing was heard. */
  function linked(machine) {
    const last = machine.latest[0] ?? machine.states[0];
    return machine.connected === false && last ? say("offlineSince", { time: since(last.at, zone()) }) : say(linkOf(machine));
  }

  /** A button for a command; with a field where it takes a value. */
  function control(machine, command) {
    const needed = STEPS.test(command.name) ? null : command.settings[0];
    const key = `${machine.id} ${command.id}`;
    const act = async () => {
      const isDone = await order(machine, command, needed && field.value !== "" ? { [needed.name]: Number(field.value) } : {});
      if (!isDone) return; // who typed a value that is refused is still in the field
      if (document.activeElement === field) button.focus();
      for (const each of list.querySelectorAll("input")) if (each.dataset.value === key) each.value = ""; // it may be drawn anew by now
      await refresh();
    };
    let field = null;
    const button = make("button", { type: "button", class: command.dangerous ? "quiet grave" : "quiet", "data-part": command.id, "aria-label": `${command.label}, ${machine.name}`, onclick: act }, command.label);
    if (!needed) return button;
    field = make("input", { type: "number", "data-value": key, step: "any", min: needed.least, max: needed.most, "aria-label": `${command.label} (${needed.unit || needed.name}), ${machine.name}`, placeholder: needed.unit || needed.name });
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
    return make("span", { class: "setting" }, field, button);
  }

  /** True where the machine did it. */
  async function order(machine, command, values) {
    try {
      const takesPin = Boolean(command.dangerous) && (await api.hasPin()).has_pin;
      const yes = !command.dangerous || await sure(say("sureCommand", { command: command.label, name: machine.name }), say("confirm"), takesPin);
      if (!yes) return false;
      const done = await api.command(machine.id, command.id, { values, confirm: Boolean(command.dangerous), language: spoken(), ...(takesPin && { pin: yes }) });
      notice(done.text, done.result.status === "success");
      return done.result.status === "success";
    } catch (error) {
      failed(error);
      return false;
    }
  }

  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  setInterval(() => document.hidden || refresh(), EVERY);
  /** Whether they stand beside the conversation; hidden, they can be spoken of all the same. */
  function showPanel(isShown) {
    keepOwn("machines", isShown ? "shown" : "hidden");
    at("show-machines").checked = isShown;
    seen = "";
    refresh();
  }
  at("open-settings").addEventListener("click", () => { at("show-machines").checked = keptOwn("machines") !== "hidden"; });
  at("show-machines").addEventListener("change", (event) => showPanel(event.target.checked));
  at("hide-machines").addEventListener("click", () => { showPanel(false); at("machines").hidden = true; at("quick").focus(); announce(say("machinesHidden")); });

  connecting({ failed, changed: () => { seen = ""; names.clear(); return refresh(); } });
  return { refresh, names, measured: () => measured, redraw: () => refresh() };
}

const linkOf = ({ connected }) => (connected === true ? "online" : connected === false ? "offline" : "unknown");

/** The temperature before all else. */
const firstly = (latest) => [...latest].sort((one, other) => (other.metric === "temperature") - (one.metric === "temperature"));

const tag = ({ value, text }) => make("span", { class: [true, "on", "open", "running"].includes(value) ? "tag lit" : "tag" }, text);
