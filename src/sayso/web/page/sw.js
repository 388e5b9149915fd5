// The part of the page that wakes while no page is open: shows what is due, and hears what is said to the notice.

const headers = { "X-Sayso": "1", "Content-Type": "application/json" };
const SNOOZE = 10; // minutes

async function pages() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
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

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => event.waitUntil(hear(event.notification, event.action)));
