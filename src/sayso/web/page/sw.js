// The part of the page that stays when no page is open or no server there: opens the page, shows what is due, hears the notice.

const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
const SNOOZE = 10; // minutes
const SHELL = "sayso-shell"; // the page itself, and nothing of anybody: that is kept by the page, for one person
const PATIENCE = 3000; // milliseconds that the network has before what was kept is shown
const RENEWED = "/renewed"; // when they were
const HOUR = 3_600_000; // milliseconds
const FILES = [
  "/", "/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png", "/style.css", "/machines.css", "/reminders.css", "/tasks.css", "/phone.css",
  "/account.js", "/announce.js", "/api.js", "/app.js", "/appearance.js", "/bell.js", "/cards.js", "/carrying.js", "/chart.js", "/charts.js",
  "/chat.js", "/choices.js", "/choosing.js", "/connecting.js", "/device.js", "/dom.js", "/dragging.js", "/formats.js", "/gate.js", "/installing.js", "/kept.js",
  "/key_help.js", "/keyboard.js", "/machines.js", "/menu.js", "/mode.js", "/naming.js", "/notice.js", "/notifications.js", "/outbox.js",
  "/password.js", "/pin.js", "/preferences.js", "/quick_add.js", "/reminders.js", "/repeat.js", "/row_menu.js", "/sheets.js", "/talks.js", "/task_acts.js",
  "/task_groups.js", "/task_news.js", "/task_row.js", "/task_store.js", "/tasks.js", "/theme.js", "/tongue.js", "/touching.js", "/voice.js",
  "/walking.js", "/whose.js", "/why.js", "/words.js", "/zone_offer.js",
];

let isAway = false; // the page itself came from here: so do its files

async function pages() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** The page from the network; without one, or too late, as it was kept, and then with the files that were kept with it. */
async function shell(request, preloaded) {
  const kept = await caches.open(SHELL);
  const before = await kept.match("/");
  const late = new Promise((go) => { if (before) setTimeout(go, PATIENCE); });
  const answer = await Promise.race([network(request, preloaded), late]).catch(() => null);
  isAway = Boolean(before) && !(answer?.status < 500);
  return isAway ? before : answer ?? Response.error();
}

/** What the browser asked for while this was still waking up, else asked for now. */
const network = async (request, preloaded) => (await preloaded) ?? fetch(request);

/** All files anew, at once or not at all, so that those that are kept belong together; once an hour is enough. */
async function renew() {
  const kept = await caches.open(SHELL);
  const last = Number(await (await kept.match(RENEWED))?.text() ?? 0);
  if (isAway || Date.now() - last < HOUR) return;
  await kept.addAll(FILES);
  await kept.put(RENEWED, new Response(String(Date.now())));
}

/** A page that is looked at shows it itself; else the system does. */
async function show(told) {
  const seen = (await pages()).filter((page) => page.visibilityState === "visible");
  if (seen.length) {
    for (const page of seen) page.postMessage("reminders");
    return;
  }
  await self.registration.showNotification(told.title, {
    body: told.body, lang: told.language, tag: told.id, renotify: true, requireInteraction: true, icon: "icon.svg", data: { id: told.id, person: told.person },
    actions: [{ action: "done", title: told.done }, { action: "snooze", title: told.snooze }],
  });
}

async function hear(notice, action) {
  notice.close();
  const place = `/api/reminders/${encodeURIComponent(notice.data.id)}`;
  const own = { ...headers, "X-Sayso-Person": notice.data.person ?? "" }; // somebody else may have signed in meanwhile
  const body = action === "snooze" ? JSON.stringify({ minutes: SNOOZE }) : undefined;
  if (action === "done" || action === "snooze") {
    const answered = await fetch(`${place}/${action}`, { method: "POST", headers: own, body }).catch(() => null);
    for (const page of await pages()) page.postMessage("reminders");
    if (answered?.ok) return;
  }
  const open = await pages();
  await (open.length ? open[0].focus() : self.clients.openWindow("/")); // it was clicked, or could not be done from here
}

self.addEventListener("install", (event) => event.waitUntil(renew().then(() => self.skipWaiting())));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || !FILES.includes(pathname)) return;
  if (mode === "navigate") event.respondWith(shell(event.request, event.preloadResponse));
  else if (isAway) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)));
});
self.addEventListener("message", (event) => event.waitUntil(event.data === "renew" ? renew().catch(() => {}) : null)); // the page is up
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])));
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(hear(event.notification, event.action)));
