// How somebody wants to be told: in the settings, the sound, the hours without, the time zone, and this browser's own notices.

import * as api from "./api.js";
import { bell } from "./bell.js";
import { at, make } from "./dom.js";
import { keep, kept } from "./kept.js";
import { day, say, spoken } from "./words.js";

/** The settings of notices; `moved` hears of another time zone, `failed` what went wrong. */
export function notifications({ failed, moved }) {
  const isPossible = "serviceWorker" in navigator && "Notification" in globalThis; // not on a page without https
  let chosen = null;

  async function refresh() {
    try {
      draw(await api.notifications());
    } catch (error) {
      failed(error);
    }
  }

  function draw(answer) {
    chosen = answer;
    at("quiet-from").value = answer.quiet?.starts ?? "";
    at("quiet-to").value = answer.quiet?.ends ?? "";
    const zones = new Set([answer.timezone, ...Intl.supportedValuesOf("timeZone")]);
    at("zone").replaceChildren(...[...zones].sort().map((name) => make("option", { value: name, selected: name === answer.timezone }, name.replaceAll("_", " "))));
    at("sound").checked = kept("sound") !== "off";
    at("notify").checked = isPossible && Notification.permission === "granted" && kept("notify") === "on";
    at("notify").disabled = !isPossible;
    tell(isPossible ? (kept("told") ?? "") : "notifySecure");
  }

  /** What is to be known about the notices of this browser: a key of the page's words. */
  function tell(key) {
    keep("told", key || null);
    at("notify-told").textContent = key ? say(key) : "";
  }

  async function save() {
    const [starts, ends] = [at("quiet-from").value, at("quiet-to").value];
    if (Boolean(starts) !== Boolean(ends)) return; // one of the two is still to come
    try {
      draw(await api.chooseNotifications({ timezone: at("zone").value, quiet: starts ? { starts, ends } : null }));
      moved(chosen.timezone);
    } catch (error) {
      failed(error);
      await refresh();
    }
  }

  /** Let this browser be told while no page is open; where it has no push service, while one is. */
  async function subscribe() {
    if ((await Notification.requestPermission()) !== "granted") return tell("notifyDenied");
    keep("notify", "on");
    try {
      const worker = await navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready);
      const key = (chosen ?? (await api.notifications())).push_key;
      const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
      await api.subscribe({ endpoint: made.endpoint, ...made.keys, language: spoken() });
      return tell("notifyOn");
    } catch (error) {
      return tell(error.name === "AbortError" || error.name === "NotAllowedError" ? "notifyOpen" : "notifyFailed");
    }
  }

  async function unsubscribe() {
    keep("notify", null);
    tell("");
    const made = await (await navigator.serviceWorker?.getRegistration())?.pushManager.getSubscription();
    if (!made) return;
    await api.unsubscribe(made.endpoint).catch(failed);
    await made.unsubscribe();
  }

  /** At every start, since a sign-in of its own belongs to it: a browser that is told is told on. */
  function resume() {
    if (isPossible && kept("notify") === "on" && Notification.permission === "granted") subscribe();
  }

  /** Tell of what is due by the system's own notice, where no push service does. */
  async function show({ id, title, due }) {
    if (!isPossible || kept("told") !== "notifyOpen" || Notification.permission !== "granted") return;
    const actions = [{ action: "done", title: say("doneNow") }, { action: "snooze", title: say("laterBy.10") }];
    const worker = await navigator.serviceWorker.ready;
    await worker.showNotification(title, { body: say("due", { day: day(due, chosen?.timezone) }), tag: id, lang: spoken(), icon: "icon.svg", data: { id }, actions });
  }

  at("open-settings").addEventListener("click", refresh);
  at("notify").addEventListener("change", async (event) => { await (event.target.checked ? subscribe() : unsubscribe()); await refresh(); });
  at("sound").addEventListener("change", (event) => { keep("sound", event.target.checked ? null : "off"); bell(); });
  for (const id of ["quiet-from", "quiet-to", "zone"]) at(id).addEventListener("change", save);
  return { resume, unsubscribe, show };
}
