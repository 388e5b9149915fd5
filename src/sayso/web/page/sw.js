// The part of the page that stays when no page is open or no server there: opens the page, shows what is due, hears the notice.

const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
const SNOOZE = 10; // minutes
const SHELL = "sayso-shell"; // the page itself, and nothing of anybody: that is kept by the page, for one person
const PATIENCE = 3000; // milliseconds that the network has before what was kept is shown
const FILES = [
  "/", "/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png", "/style.css", "/machines.css", "/reminders.css", "/tasks.css",
  "/account.js", "/api.js", "/app.js", "/bell.js", "/cards.js", "/carrying.js", "/chart.js", "/charts.js", "/chat.js",
  "/choices.js", "/choosing.js", "/device.js", "/dom.js", "/dragging.js", "/formats.js", "/gate.js", "/kept.js", "/keyboard.js", "/machines.js",
  "/mode.js", "/naming.js", "/notice.js", "/notifications.js", "/outbox.js", "/preferences.js", "/quick_add.js", "/reminders.js",
  "/repeat.js", "/row_menu.js", "/talks.js", "/task_acts.js", "/task_groups.js", "/task_row.js", "/task_store.js", "/tasks.js",
  "/theme.js", "/voice.js", "/walking.js", "/why.js", "/words.js",
];

async function pages() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** The network's answer, which is kept; without one, or too late, what was kept. */
async function shell(request) {
  const kept = await caches.open(SHELL);
  const path = new URL(request.url).pathname;
  const asked = fetch(request).then((answer) => {
    if (answer.ok) kept.put(path, answer.clone());
    return answer;
  });
  const before = await kept.match(path);
  if (!before) return asked;
  const late = new Promise((go) => { setTimeout(() => go(before), PATIENCE); });
  return Promise.race([asked.then((answer) => (answer.status >= 500 ? before : answer)).catch(() => before), late]);
}

/** A page that is looked at shows it itself; else the system does. */
async function show(told) {
  const seen = (await pages()).filter((page) => page.visibilityState === "visible");
  if (seen.length) {
    for (const page of seen) page.postMessage("reminders");
    return;
  }
  await self.registration.showNotification(told.title, {
    body: told.body, lang: told.language, tag: told.id, renotify: true, requireInteraction: true, icon: "icon.svg", data: { id: told.id },
    actions: [{ action: "done", title: told.done }, { action: "snooze", title: told.snooze }],
  });
}

async function hear(notice, action) {
  notice.close();
  const place = `/api/reminders/${encodeURIComponent(notice.data.id)}`;
  const body = action === "snooze" ? JSON.stringify({ minutes: SNOOZE }) : undefined;
  if (action === "done" || action === "snooze") {
    const answered = await fetch(`${place}/${action}`, { method: "POST", headers, body }).catch(() => null);
    for (const page of await pages()) page.postMessage("reminders");
    if (answered?.ok) return;
  }
  const open = await pages();
  await (open.length ? open[0].focus() : self.clients.openWindow("/")); // it was clicked, or could not be done from here
}

self.addEventListener("install", (event) => event.waitUntil(caches.open(SHELL).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === self.location.origin && FILES.includes(pathname)) event.respondWith(shell(event.request));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(hear(event.notification, event.action)));
