// How somebody wants to be told: in the settings, the sound, the hours without, the time zone, and this browser's own notices.

import * as api from "./api.js";
import { bell } from "./bell.js";
import { at, make } from "./dom.js";
import { keep, keepOwn, kept, keptOwn } from "./kept.js";
import { day, say, spoken } from "./words.js";
import { zoneOffer } from "./zone_offer.js";

/** Call `act` once a field of the settings is done with: something is picked by pointer or finger, it is left, Enter is
 * pressed there, or the settings are closed. */
function whenLeft(field, act) {
  let isByKey = false; // keys pass over other values on their way to the one that is meant
  field.addEventListener("keydown", (event) => { isByKey = true; if (event.key === "Enter") act(); });
  field.addEventListener("pointerdown", () => { isByKey = false; });
  field.addEventListener("change", () => { if (!isByKey) act(); });
  field.addEventListener("blur", () => { isByKey = false; act(); });
  at("settings").addEventListener("close", act);
}

/** The settings of notices; `whose` says who is here, `moved` hears of another time zone, `failed` what went wrong. */
export function notifications({ whose, failed, moved }) {
  const isPossible = "serviceWorker" in navigator && "Notification" in globalThis; // not on a page without https
  let chosen = null;
  let written = ["", ""]; // the quiet hours as they were last written here: what differs was typed since
  let zone = null; // the account's
  const hourFields = [at("quiet-from"), at("quiet-to")];
  const offer = zoneOffer({ choose: (name) => choose({ timezone: name }) });

  async function refresh() {
    try {
      draw(await api.notifications());
    } catch (error) {
      failed(error);
    }
  }

  function draw(answer) {
    chosen = answer;
    offer.draw(answer.timezone);
    drawHours([answer.quiet?.starts ?? "", answer.quiet?.ends ?? ""]);
    drawZone(answer.timezone);
    at("sound").checked = keptOwn("sound") !== "off";
    at("notify").checked = isPossible && Notification.permission === "granted" && kept("notify") === "on";
    at("notify").disabled = !isPossible;
    tell(isPossible ? (kept("told") ?? "") : "notifySecure");
  }

  /** The time zone of the account; whoever is on the way to another one stays on it. */
  function drawZone(name) {
    const isOnTheWay = document.activeElement === at("zone") && at("zone").value && at("zone").value !== zone;
    const shown = isOnTheWay ? at("zone").value : name;
    zone = name;
    const zones = new Set([name, "UTC", ...Intl.supportedValuesOf("timeZone")]);
    if (at("zone").options.length !== zones.size) at("zone").replaceChildren(...[...zones].sort().map((each) => make("option", { value: each }, each.replaceAll("_", " "))));
    at("zone").value = shown;
  }

  /** The quiet hours of the account; what somebody has begun to type while they were on their way stays. */
  function drawHours(hours) {
    if (isTyped()) {
      tellHalf();
      return;
    }
    hourFields.forEach((field, index) => { field.value = hours[index]; });
    written = hours;
    tellHalf();
  }

  const isTyped = () => hourFields.some((field, index) => field.value !== written[index] || field.validity.badInput);

  /** What is to be known about the notices of this browser: a key of the page's words. */
  function tell(key) {
    keep("told", key || null);
    const text = key ? say(key) : "";
    if (at("notify-told").textContent !== text) at("notify-told").textContent = text; // what is written anew is read out again
  }

  /** Whether only one of the quiet hours is given, or a part of one; that is told at the one that is missing. */
  function tellHalf() {
    const missing = hourFields.filter((field) => !field.value);
    const isHalf = missing.length === 1 || hourFields.some((field) => field.validity.badInput);
    for (const field of hourFields) field.setAttribute("aria-invalid", String(isHalf && !field.value));
    if (isHalf) at("quiet-told").textContent = say("quietHalf");
    else if (at("quiet-told").textContent === say("quietHalf")) at("quiet-told").textContent = "";
    return isHalf;
  }

  /** Keep the hours as they are typed: none, where both fields are empty. */
  async function saveHours() {
    if (!isTyped() || tellHalf()) return; // one of the two is still to come
    written = hourFields.map((field) => field.value);
    const [starts, ends] = written;
    await choose({ quiet: starts ? { starts, ends } : null });
  }

  /** Have no quiet hours, whatever stands in the fields. */
  async function endHours() {
    for (const field of hourFields) field.value = "";
    written = ["", ""];
    tellHalf();
    await choose({ quiet: null });
    at("quiet-told").textContent = say(chosen?.quiet ? "quietKept" : "quietNone", chosen?.quiet ?? {});
  }

  async function saveZone() {
    const timezone = at("zone").value;
    if (!timezone || timezone === zone) return; // none is to choose from before the account's arrived
    zone = timezone;
    await choose({ timezone });
  }

  /** Have the account so, one wish after the other; what is not said stays. */
  let wishes = Promise.resolve();
  const choose = (wanted) => (wishes = wishes.then(() => put(wanted)));

  async function put(wanted) {
    const before = chosen?.quiet;
    try {
      const { timezone, quiet } = await api.notifications();
      draw(await api.chooseNotifications({ timezone, quiet, ...wanted }));
      moved(chosen.timezone);
      if (tellHalf()) return true;
      if (before?.starts !== chosen.quiet?.starts || before?.ends !== chosen.quiet?.ends) at("quiet-told").textContent = say(chosen.quiet ? "quietKept" : "quietNone", chosen.quiet ?? {});
      else at("quiet-told").textContent = say("saved");
      return true;
    } catch (error) {
      failed(error);
      await refresh();
      return false;
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
  function resume(timezone) {
    zone = timezone;
    offer.draw(zone);
    if (isPossible && kept("notify") === "on" && Notification.permission === "granted") subscribe();
  }

  /** Tell of what is due by the system's own notice, where no push service does. */
  async function show({ id, title, due }) {
    if (!isPossible || kept("told") !== "notifyOpen" || Notification.permission !== "granted") return;
    const actions = [{ action: "done", title: say("doneNow") }, { action: "snooze", title: say("laterBy.10") }];
    const worker = await navigator.serviceWorker.ready;
    await worker.showNotification(title, { body: say("due", { day: day(due, chosen?.timezone) }), tag: id, lang: spoken(), icon: "icon.svg", data: { id, person: whose() }, actions });
  }

  at("open-settings").addEventListener("click", refresh);
  document.addEventListener("spoken", () => { at("quiet-told").textContent = ""; refresh().then(() => resume(zone)); });
  at("notify").addEventListener("change", async (event) => { await (event.target.checked ? subscribe() : unsubscribe()); await refresh(); });
  at("sound").addEventListener("change", (event) => { keepOwn("sound", event.target.checked ? "on" : "off"); bell(); });
  for (const field of hourFields) whenLeft(field, saveHours);
  whenLeft(at("zone"), saveZone);
  at("quiet-none").addEventListener("click", endHours);
  return { resume, unsubscribe, show, redraw: () => offer.draw(zone) };
}
