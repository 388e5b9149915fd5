// The public HTTP API, and nothing else: every word the page knows of the server is here.

import { say, spoken } from "./words.js";

/** What the server, or the way to it, did not allow: `kind`, what happened, and what to do next. */
export class ApiError extends Error {
  constructor(kind, message, next = "", status = 0) {
    super(message);
    Object.assign(this, { kind, next, status });
  }
  /** Whether the server could not be reached, so that the same request may be sent again. */
  get isLost() {
    return this.kind === "unreachable" || this.status === 502 || this.status === 504;
  }
}

/** A key under which a request may be sent again without happening twice. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let belongsTo = null; // whose page this is
let lose = () => {};

/** Every request says from now on whose page it comes from; where somebody else is signed in nothing is done, and `lost` hears. */
export function belong(person, lost) {
  belongsTo = person.id;
  lose = lost;
}

let ahead = 0; // milliseconds by which the server's clock is ahead of the device's

/** A moment of this device on the server's clock: devices' clocks go wrong. */
export const momentOf = (at) => new Date(at + ahead).toISOString();

async function ask(path, { method = "GET", body, headers = {}, signal, keepalive, isChange = method !== "GET" } = {}) {
  headers["X-Sayso"] = "1"; // what comes from another page cannot say so
  if (belongsTo) headers["X-Sayso-Person"] = belongsTo;
  headers["Accept-Language"] = spoken(); // the page's, whatever the browser's is
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, signal, keepalive, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw Object.assign(new ApiError("unreachable", say("lost")), { isChange });
  }
  ahead = Date.parse(response.headers.get("Date")) - Date.now() || 0;
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  if (told.error === "other_person") lose();
  throw new ApiError(told.error ?? "odd", told.message ?? say("odd"), told.next ?? "", response.status);
}

const json = async (path, options) => {
  const response = await ask(path, options);
  return response.status === 204 ? null : response.json();
};
const query = (values) => new URLSearchParams(Object.entries(values).filter(([, v]) => v !== "" && v !== null && v !== undefined));

/** Who is signed in (`person`, or null), and `by` what one signs in here. */
export const here = () => json("/api/signin");
export const signIn = (email, password) => json("/api/signin", { method: "POST", body: { email, password } });
export const sessions = () => json("/api/sessions");
export const endSession = (id) => json(`/api/sessions/${encodeURIComponent(id)}`, { method: "DELETE" });
export const endOtherSessions = () => json("/api/sessions", { method: "DELETE" });
export const signOut = () => json("/api/signout", { method: "POST" });
export const chooseLanguage = (language) => json("/api/me", { method: "PATCH", body: { language }, keepalive: true });
export const changePassword = (current, password) => json("/api/password", { method: "PUT", body: { current, password } });
export const health = () => json("/health");
export const newTalk = () => json("/api/conversations", { method: "POST" });
export const talks = (values = {}) => json(`/api/conversations?${query(values)}`);
export const deleteTalk = (id) => json(`/api/conversations/${encodeURIComponent(id)}`, { method: "DELETE" });
export const renameTalk = (id, title) => json(`/api/conversations/${encodeURIComponent(id)}`, { method: "PATCH", body: { title } });
export const chooseMode = (id, mode) => json(`/api/conversations/${encodeURIComponent(id)}`, { method: "PATCH", body: { mode } });
export const stop = (id) => json(`/api/conversations/${encodeURIComponent(id)}/cancel`, { method: "POST" });
export const messages = (id, values = {}) => json(`/api/conversations/${encodeURIComponent(id)}/messages?${query(values)}`);
export const tasks = (values = {}) => json(`/api/tasks?${query(values)}`);
export const taskChanges = (since) => json(`/api/tasks/changes?${query({ since })}`);
export const skipTask = (id) => json(`/api/tasks/${encodeURIComponent(id)}/skip`, { method: "POST" });
export const taskMark = () => json("/api/tasks/mark");
export const draft = (text, language, said_at) => json("/api/tasks/draft", { method: "POST", body: { text, language, said_at }, isChange: false });
const together = (batch) => (batch ? { "X-Sayso-Batch": batch } : {}); // what is changed under one batch is undone at once
export const addTask = (task, batch, key) => json("/api/tasks", { method: "POST", body: task, headers: { ...together(batch), ...(key && { "Idempotency-Key": key }) } });
export const changeTask = (id, changes, batch) => json(`/api/tasks/${encodeURIComponent(id)}`, { method: "PATCH", body: changes, headers: together(batch) });
export const deleteTask = (task, batch) => json(`/api/tasks/${encodeURIComponent(task.id)}`, { method: "DELETE", body: { confirm: true, updated_at: task.updated_at }, headers: together(batch) });
export const machines = (values = {}) => json(`/api/machines?${query(values)}`);
export const hasPin = () => json("/api/pin");
export const keepPin = (pin, current) => json("/api/pin", { method: "PUT", body: { pin, current } });
export const history = (machine, values) => json(`/api/machines/${encodeURIComponent(machine)}/history?${query(values)}`);
export const command = (machine, id, body) => json(`/api/machines/${encodeURIComponent(machine)}/commands/${encodeURIComponent(id)}`, { method: "POST", body });
export const connection = () => json("/api/machines/connection");
export const tryConnection = (body) => json("/api/machines/connection/try", { method: "POST", body });
export const connectMachines = (body) => json("/api/machines/connection", { method: "PUT", body });
export const disconnectMachines = () => json("/api/machines/connection", { method: "DELETE" });
export const preferences = (values = {}) => json(`/api/preferences?${query(values)}`);
export const forget = (which) => json(`/api/preferences?${query(which)}`, { method: "DELETE" });
export const undo = (body) => json("/api/undo", { method: "POST", body });
export const reminders = () => json("/api/reminders");
export const remindedDone = (id) => json(`/api/reminders/${encodeURIComponent(id)}/done`, { method: "POST" });
export const snooze = (id, minutes) => json(`/api/reminders/${encodeURIComponent(id)}/snooze`, { method: "POST", body: { minutes } });
export const dismiss = (id) => json(`/api/reminders/${encodeURIComponent(id)}`, { method: "DELETE" });
export const bringIn = (text, twice) => json("/api/import", { method: "POST", body: { text, twice } });
export const calendar = () => json("/api/calendar");
export const openCalendar = () => json("/api/calendar", { method: "POST" });
export const closeCalendar = () => json("/api/calendar", { method: "DELETE" });
export const notifications = () => json("/api/notifications");
export const chooseNotifications = (chosen) => json("/api/notifications", { method: "PUT", body: chosen });
export const subscribe = (browser) => json("/api/push", { method: "POST", body: browser });
export const unsubscribe = (endpoint) => json("/api/push", { method: "DELETE", body: { endpoint } });
export const redo = (body) => json("/api/redo", { method: "POST", body });

/** Post to a conversation and hand over each event as it comes: `on(name, data)`. Resolves after `done`. */
export async function post(talk, body, key, on) {
  const headers = { Accept: "text/event-stream", "Idempotency-Key": key };
  const response = await ask(`/api/conversations/${encodeURIComponent(talk)}/messages`, { method: "POST", body, headers });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    const whole = await response.json(); // a server, or a proxy, that does not stream
    on("user", whole.user);
    on("done", whole.assistant);
    return;
  }
  let isDone = false;
  for await (const [name, data] of events(response.body)) {
    if (name === "error") throw new ApiError(data.error ?? "odd", data.message ?? say("odd"), data.next);
    on(name, data);
    isDone ||= name === "done";
  }
  if (!isDone) throw new ApiError("unreachable", say("lost"));
}

async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop();
      yield* blocks.map(event).filter(Boolean);
    }
  } catch {
    throw new ApiError("unreachable", say("lost"));
  } finally {
    reader.cancel().catch(() => {});
  }
}

function event(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? [name, JSON.parse(data.join("\n"))] : null;
}
