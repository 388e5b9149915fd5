// The machines beside the conversation: whether they are there, what they measure, and what they can be told to do.

import * as api from "./api.js";
import { at, make } from "./dom.js";
import { notice } from "./notice.js";
import { number, say, spoken } from "./words.js";

const EVERY = 4000; // how often a visible page looks at the machines, in milliseconds

/** The panel; `sure` asks the person, `failed` hears what went wrong, `ask` says something in the conversation. */
export function machineList({ sure, failed, ask, isAway }) {
  const list = at("machine-list");
  const unfolded = new Set(); // the machines whose commands are shown
  const names = new Map(); // of machines and commands by their ids, to call them by their names
  let seen = "";
  let asked = 0;

  async function refresh() {
    if (isAway()) return;
    const turn = (asked += 1);
    try {
      const answer = await api.machines({ language: spoken(), limit: 50 });
      if (turn === asked) draw(answer);
    } catch (error) {
      failed(error);
    }
  }

  function draw(answer, isForced = false) {
    const text = JSON.stringify(answer);
    if (text === seen && !isForced) return;
    seen = text;
    const isHeld = list.contains(document.activeElement) && document.activeElement.matches("input");
    if (isHeld && !isForced) return; // somebody is typing a value: the next look comes soon
    const held = document.activeElement?.closest?.("#machine-list li")?.dataset.id;
    const heldPart = document.activeElement?.dataset?.part;
    for (const machine of answer.machines) {
      names.set(machine.id, machine.name);
      for (const command of machine.commands) names.set(command.id, command.label);
    }
    at("machines").hidden = !answer.machines.length;
    at("machine-count").textContent = say("connected", { count: answer.machines.filter((m) => m.connected).length, of: answer.total });
    list.replaceChildren(...answer.machines.map(card));
    if (held) list.querySelector(`li[data-id="${CSS.escape(held)}"] [data-part="${CSS.escape(heldPart ?? "")}"]`)?.focus();
  }

  function card(machine) {
    const state = machine.connected === true ? "online" : machine.connected === false ? "offline" : "unknown";
    const readings = machine.latest.map((one) =>
      make("button", { type: "button", class: "reading", "data-part": `read ${one.metric}`, title: say("showChart", { metric: one.label }), onclick: () => ask(say("askChart", { metric: one.label, name: machine.name })) },
        make("span", { class: "unseen" }, `${one.label} `), typeof one.value === "number" ? number(one.value) : String(one.value ?? "–"), one.unit ? make("small", {}, ` ${one.unit}`) : null));
    const states = machine.states.map((one) => make("span", { class: one.value === true || one.value === "open" || one.value === "on" ? "tag lit" : "tag" }, one.text));
    const fold = make("details", { open: unfolded.has(machine.id) }, make("summary", { "data-part": "commands" }, say("commands")),
      make("div", { class: "commands" }, ...machine.commands.map((command) => control(machine, command))));
    fold.addEventListener("toggle", () => (fold.open ? unfolded.add(machine.id) : unfolded.delete(machine.id)));
    return make("li", { "data-id": machine.id, class: `machine ${state}` },
      make("div", { class: "machine-head" },
        make("span", { class: "dot", "aria-hidden": "true" }),
        make("strong", {}, machine.name),
        make("span", { class: "link" }, say(state)),
        ...readings),
      states.length ? make("p", { class: "meta" }, ...states) : null,
      machine.commands.length ? fold : null);
  }

  /** A button for a command; with a field where it takes a value. */
  function control(machine, command) {
    const needed = command.settings[0];
    const act = () => order(machine, command, needed && field.value !== "" ? { [needed.name]: Number(field.value) } : {});
    const button = make("button", { type: "button", class: command.dangerous ? "quiet grave" : "quiet", "data-part": command.id, onclick: act }, command.label);
    if (!needed) return button;
    const field = make("input", { type: "number", step: "any", min: needed.least, max: needed.most, "aria-label": `${command.label} (${needed.unit || needed.name})`, placeholder: needed.unit || needed.name });
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
    return make("span", { class: "setting" }, field, button);
  }

  async function order(machine, command, values) {
    if (command.dangerous && !(await sure(say("sureCommand", { command: command.label, name: machine.name }), say("confirm")))) return;
    try {
      const done = await api.command(machine.id, command.id, { values, confirm: Boolean(command.dangerous), language: spoken() });
      notice(done.text, done.result.status === "success");
    } catch (error) {
      failed(error);
    }
    await refresh();
  }

  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  setInterval(() => document.hidden || refresh(), EVERY);
  return { refresh, names, redraw: () => refresh() };
}
