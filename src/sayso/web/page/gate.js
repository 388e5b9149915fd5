// The gate: who is not signed in is told how to, or asked for address and password.

import * as api from "./api.js";
import { at } from "./dom.js";
import { say } from "./words.js";
import { told } from "./notice.js";

const KNOWN = { wrong_password: "wrongPassword", too_many: "tooManyTries", unreachable: "odd" };

/** The gate; `entered()` hears that somebody signed in. */
export function gate({ entered }) {
  let isShown = false;
  let trouble = null;

  /** Stand before the page: `by` is how one signs in at this server, "link" or "password". */
  function show(by) {
    const isUsed = new URLSearchParams(location.search).get("link") === "used";
    at("gate-used").hidden = !isUsed;
    at("gate-how").hidden = isUsed;
    at("gate-link").hidden = by !== "link";
    at("gate-form").hidden = by !== "password";
    at("gate-command").textContent = `sayso link --at ${location.origin}`;
    draw();
    if (isShown) return;
    swing(true);
    (by === "password" ? at("email") : at("gate-title")).focus();
  }

  function swing(isClosed) {
    isShown = isClosed;
    at("gate").hidden = !isClosed; // the style sheet hides what is inside
  }

  /** Write what went wrong, in the page's language. */
  function draw() {
    const place = at("gate-trouble");
    place.hidden = !trouble;
    place.textContent = trouble ? (KNOWN[trouble.kind] ? say(KNOWN[trouble.kind]) : told(trouble)) : "";
  }

  /** Let what was typed as a password be read, or no longer. */
  function reveal(isShown) {
    at("password").type = isShown ? "text" : "password";
    at("password-show").setAttribute("aria-pressed", String(isShown));
  }

  async function signIn(event) {
    event.preventDefault();
    reveal(false);
    at("gate-send").disabled = true;
    trouble = null;
    draw();
    try {
      await api.signIn(at("email").value.trim(), at("password").value);
      entered();
    } catch (error) {
      trouble = error;
      draw();
      at("password").focus();
    } finally {
      at("password").value = "";
      at("gate-send").disabled = false;
    }
  }

  at("password-show").addEventListener("click", () => reveal(at("password").type === "password"));
  at("gate-form").addEventListener("submit", signIn);
  return { show, draw, open: () => { if (isShown) swing(false); }, get isShown() { return isShown; } };
}
