// Machines of one's own instead of the demo kitchen: a form that tries the connection, tells what it found, and keeps it.

import * as api from "./api.js";
import { at } from "./dom.js";
import { notice } from "./notice.js";
import { say } from "./words.js";

const PORTS = { plain: "1883", tls: "8883" };
const NAMES = 8; // of the devices that are found, are told

/** The dialog; `failed` hears what went wrong, `changed` that other machines are there. */
export function connecting({ failed, changed }) {
  const dialog = at("connect");
  const form = at("connect-form");
  const told = at("connect-told");
  const platform = at("connect-platform");

  function choose() {
    for (const name of ["mqtt", "things5"]) {
      at(`connect-${name}`).hidden = platform.value !== name;
      at(`connect-${name}`).disabled = platform.value !== name; // what is not asked for is not checked either
    }
    told.textContent = "";
  }

  function body() {
    const field = (name) => form.elements[name].value.trim();
    if (platform.value === "things5") return { platform: "things5", url: field("url"), token: field("token"), organisation: field("organisation") };
    return { platform: "mqtt", host: field("host"), port: Number(field("port")), tls: form.elements.tls.checked, user: field("user"), password: form.elements.password.value, prefix: field("prefix") };
  }

  /** What came of `act`; nothing where the form is not filled in, or the connection does not hold, which is told. */
  async function attempt(act) {
    if (!form.reportValidity()) return null;
    const buttons = form.querySelectorAll(".buttons button");
    told.textContent = say("connecting");
    for (const button of buttons) button.disabled = true;
    try {
      return await act(body());
    } catch (error) {
      if (error.status === 401) failed(error);
      told.textContent = trouble(error);
      return null;
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  async function open() {
    told.textContent = "";
    try {
      const { platform: now, address } = await api.connection();
      at("connected-now").hidden = !address;
      at("connected-now").querySelector("span").textContent = say("connectedNow", { address });
      if (address) platform.value = now;
      choose();
      dialog.showModal();
    } catch (error) {
      failed(error);
    }
  }

  function close() {
    for (const name of ["password", "token"]) form.elements[name].value = "";
    dialog.close();
  }

  async function connect() {
    const done = await attempt(api.connectMachines);
    if (!done) return;
    close();
    notice(say("connectDone", { count: done.count }), true);
    await changed();
  }

  async function disconnect() {
    try {
      await api.disconnectMachines();
      close();
      notice(say("disconnected"), true);
      await changed();
    } catch (error) {
      told.textContent = trouble(error);
    }
  }

  at("connect-machines").addEventListener("click", open);
  platform.addEventListener("change", choose);
  form.elements.tls.addEventListener("change", (event) => {
    const [from, to] = event.target.checked ? [PORTS.plain, PORTS.tls] : [PORTS.tls, PORTS.plain];
    if (form.elements.port.value === from) form.elements.port.value = to; // a port of one's own stays
  });
  at("connect-try").addEventListener("click", async () => {
    const found = await attempt(api.tryConnection);
    if (found) told.textContent = found.count ? say("connectFound", { count: found.count, names: listed(found) }) : say("connectEmpty");
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); connect(); });
  at("connect-cancel").addEventListener("click", close);
  at("disconnect").addEventListener("click", disconnect);
}

function listed({ count, names }) {
  const first = names.slice(0, NAMES).join(", ");
  return count > NAMES ? say("andMore", { names: first, count: count - NAMES }) : first;
}

/** What is wrong, in the person's language where the page has words for it. */
function trouble(error) {
  const known = say(`connectTrouble.${error.kind}`);
  return known === error.kind ? [error.message, error.next].filter(Boolean).join(" ") : known;
}
