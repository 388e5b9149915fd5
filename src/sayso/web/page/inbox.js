// The inbox: calls that wait for the person's own yes. Everything that a program sent is shown as plain text.

import { at } from "./dom.js";
import { kept } from "./kept.js";

const WORDS = {
  en: {
    title: "Waiting for your yes", none: "Nothing waits for your yes.", gate: "Sign in on the page first, then open this link again.",
    once: "Allow once", hour: "Allow exactly this for an hour", deny: "Deny", late: "Too late: it expired, or was decided already.",
    allowed: "Allowed. The program can make its call now.", denied: "Denied.", odd: "Something went wrong. Try again.",
    agent: "Asked by", said: "After you said", said_model: "After you said, as the program tells it", tool: "What", arguments: "With", records: "Found for it", until: "Until", unsaid: "no words of yours came with it",
    pin: "Your PIN", pin_required: "This takes your PIN: type it first.", pin_wrong: "That is not your PIN. Try again; after five wrong ones you have to wait.", pin_blocked: "Too many wrong PINs. Try again in a quarter of an hour.",
  },
  it: {
    title: "In attesa del tuo sì", none: "Niente aspetta il tuo sì.", gate: "Prima accedi dalla pagina, poi riapri questo link.",
    once: "Consenti una volta", hour: "Consenti esattamente questo per un'ora", deny: "Rifiuta", late: "Troppo tardi: è scaduto, o già deciso.",
    allowed: "Consentito. Ora il programma può fare la sua chiamata.", denied: "Rifiutato.", odd: "Qualcosa è andato storto. Riprova.",
    agent: "Chiesto da", said: "Dopo che hai detto", said_model: "Dopo che hai detto, secondo il programma", tool: "Che cosa", arguments: "Con", records: "Trovato per questo", until: "Fino a", unsaid: "nessuna tua parola lo accompagnava",
    pin: "Il tuo PIN", pin_required: "Per questo serve il tuo PIN: prima scrivilo.", pin_wrong: "Non è il tuo PIN. Riprova; dopo cinque errori dovrai aspettare.", pin_blocked: "Troppi PIN sbagliati. Riprova tra un quarto d'ora.",
  },
};
const SECONDS = 5; // between two looks at what waits
const language = (kept("language") ?? navigator.language).slice(0, 2) === "it" ? "it" : "en";
const words = WORDS[language];
document.documentElement.lang = language;

function made(name, text, parent) {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
}

function row(list, name, text) {
  if (text === undefined || text === "") return;
  made("dt", words[name], list);
  made("dd", text, list);
}

function card(one) {
  const item = document.createElement("li");
  item.id = one.id;
  item.classList.toggle("asked", location.hash === `#${one.id}`);
  made("h2", one.summary, item).id = `about-${one.id}`;
  item.setAttribute("aria-labelledby", `about-${one.id}`);
  const list = made("dl", "", item);
  row(list, "tool", one.tool);
  for (const [name, value] of Object.entries(one.arguments)) {
    made("dt", name, list);
    made("dd", typeof value === "string" ? value : JSON.stringify(value, null, 1), list);
  }
  row(list, "agent", one.decision?.agent ?? one.door);
  row(list, ["model", "say"].includes(one.decision?.whose_word) ? "said_model" : "said", one.decision?.said ?? words.unsaid);
  if (one.decision?.records) row(list, "records", JSON.stringify(one.decision.records));
  row(list, "until", new Date(one.expires_at).toLocaleTimeString(language));
  const field = one.takes_pin ? pinField(item) : null;
  const acts = made("div", "", item);
  acts.className = "acts";
  for (const decision of ["once", "hour", "deny"]) {
    const button = made("button", words[decision], acts);
    button.type = "button";
    button.setAttribute("aria-describedby", `about-${one.id}`);
    button.addEventListener("click", () => decide(one.id, decision, field));
  }
  return item;
}

/** A field that shows nobody what is typed. */
function pinField(item) {
  const field = made("input", "", made("label", `${words.pin} `, item));
  Object.assign(field, { type: "password", inputMode: "numeric", autocomplete: "off", maxLength: 12, className: "pin" });
  return field;
}

async function decide(id, decision, field) {
  const pin = decision === "deny" ? undefined : field?.value || undefined;
  if (field) field.value = "";
  const answer = await fetch(`/api/approvals/${encodeURIComponent(id)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Sayso": "1", "X-Sayso-Person": person },
    body: JSON.stringify({ decision, pin }),
  });
  const { error } = answer.ok ? {} : await answer.json().catch(() => ({}));
  if (error === "other_person") return location.reload();
  at("told").textContent = answer.ok ? (decision === "deny" ? words.denied : words.allowed) : answer.status === 404 ? words.late : words[error] ?? words.odd;
  if (error?.startsWith("pin_")) return field.focus();
  await refresh();
  at("title").focus(); // the button is gone, and whoever pressed it by the keyboard is not left nowhere
}

let shown = "";
let person = ""; // whose page this is

async function refresh() {
  at("title").textContent = document.title = words.title;
  person ||= (await (await fetch("/api/signin")).json().catch(() => ({}))).person?.id ?? "";
  const answer = await fetch("/api/approvals", { headers: { "X-Sayso-Person": person } });
  if (answer.status === 409) return location.reload(); // somebody else is signed in by now
  if (!answer.ok) {
    at("told").textContent = answer.status === 401 || answer.status === 403 ? words.gate : words.odd;
    return;
  }
  const { approvals } = await answer.json();
  const now = JSON.stringify(approvals);
  if (now !== shown) at("waiting").replaceChildren(...approvals.map(card)); // else the keyboard stays where it is
  shown = now;
  const said = at("told").textContent;
  if (!approvals.length && !said) at("told").textContent = words.none;
  if (approvals.length && said === words.none) at("told").textContent = "";
}

refresh();
setInterval(() => document.hidden || refresh(), SECONDS * 1000);
