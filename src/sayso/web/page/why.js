// "Why?": the message with the words that gave each argument marked, how sure the engine was, and what else it could have been.

import { make } from "./dom.js";
import { percent, say } from "./words.js";

const COLOURS = 8; // more than any tool takes arguments that are said

/** The fold-out for one decision about one message; `shown(name, value)` writes a value as a person does. */
export function why(decision, message, shown) {
  if (!decision) return null;
  const steps = decision.steps ?? [];
  const inside = steps.length ? steps.map((step) => explained(step, message, shown)) : [make("p", {}, say("nothing")), candidates(decision.next ?? [])].filter(Boolean);
  const isSeen = ({ target }) => { if (target.open) target.scrollIntoView({ block: "nearest" }); };
  return make("details", { class: "why", ontoggle: isSeen }, make("summary", {}, say("why")), ...inside);
}

function explained(step, message, shown) {
  const given = Object.entries(step.parameters ?? {}).map(([name, value], index) => ({
    name, value: shown(name, value), number: index + 1, source: step.sources?.[name] ?? {},
  }));
  const tool = step.tool_name ?? step.intent;
  return make("section", { class: "step" },
    make("h3", {}, say(`tool.${tool}`), " ", make("span", { class: `tag ${step.status}` }, say(`status.${step.status}`))),
    marked(message, given),
    step.heard_by ? make("p", { class: "by" }, say(`heardBy.${step.heard_by}`)) : null,
    given.length ? make("dl", { "aria-label": say("understood") }, ...given.flatMap(argument)) : null,
    sureness(step.confidence),
    candidates(step.suggestions?.length ? step.suggestions : step.nearly ?? []));
}

/** The message cut at the spans' ends; spans count code points, as `Array.from` does, and may lie in one another. */
function marked(message, given) {
  const letters = Array.from(message);
  const spans = given.filter(({ source }) => source.kind === "message" && source.span)
    .map(({ number, name, source: { span: [start, end] } }) => ({ number, name, start, end: Math.min(end, letters.length) }))
    .filter(({ start, end }) => start < end);
  const cuts = [...new Set([0, letters.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  const parts = cuts.slice(1).map((end, index) => {
    const start = cuts[index];
    const text = letters.slice(start, end).join("");
    const within = spans.filter((span) => span.start <= start && end <= span.end);
    if (!within.length) return text;
    const names = within.map(({ name }) => say(`argument.${name}`)).join(", ");
    const ending = within.filter((span) => span.end === end);
    return make("mark", { class: colour(within.at(-1).number), title: names }, text,
      ...ending.map(({ number }) => make("sup", {}, String(number))));
  });
  return make("blockquote", { class: "said" }, ...parts);
}

function argument({ name, value, number, source }) {
  const marker = source.kind === "message" && source.span ? make("sup", { class: colour(number) }, String(number)) : null;
  const origin = source.kind ? make("small", {}, say(`from.${source.kind}`)) : null;
  return [make("dt", {}, say(`argument.${name}`), marker), make("dd", {}, make("span", {}, value), " ", origin)];
}

function sureness(confidence) {
  if (typeof confidence !== "number") return null;
  const meter = make("meter", { min: 0, max: 1, low: 0.5, high: 0.7, optimum: 1, value: confidence, "aria-label": say("confidence") });
  return make("p", { class: "sure" }, say("confidence"), " ", meter, " ", percent(confidence));
}

function candidates(suggestions) {
  if (!suggestions.length) return null;
  const rows = suggestions.map(({ label, description, confidence, tool_name: tool }) =>
    make("li", {}, description || !tool || typeof confidence === "number" ? label : say(`tool.${tool}`), description ? ` · ${description}` : "", " ", typeof confidence === "number" ? make("small", {}, percent(confidence)) : null));
  return make("div", {}, make("h4", {}, say("candidates")), make("ul", {}, ...rows));
}

const colour = (number) => `c${((number - 1) % COLOURS) + 1}`;
