// Lets the browser draw the page before its scripts are read: something is seen at once, also on a slow machine. Then all of them
// are asked for together, so that none waits for another.

const PARTS = [
  "account.js", "api.js", "app.js", "bell.js", "cards.js", "carrying.js", "chart.js", "charts.js", "chat.js", "choices.js", "choosing.js", "connecting.js",
  "device.js", "dom.js", "dragging.js", "formats.js", "gate.js", "kept.js", "keyboard.js", "machines.js", "mode.js", "naming.js", "notice.js",
  "notifications.js", "outbox.js", "pin.js", "preferences.js", "quick_add.js", "reminders.js", "repeat.js", "row_menu.js", "talks.js", "task_acts.js",
  "task_groups.js", "task_row.js", "task_store.js", "tasks.js", "touching.js", "voice.js", "walking.js", "why.js", "words.js",
];
const SOON = 250; // milliseconds; a page behind others is not drawn, and begins all the same

const EARLY = ["click", "submit", "keydown", "input", "change"]; // what people do before the scripts are there is done when they are
const done = [];

function keep(event) {
  if (event.type === "keydown" && (event.key !== "Enter" || event.shiftKey)) return;
  done.push(event);
  event.preventDefault();
  event.stopImmediatePropagation();
}

function repeat({ type, target, key }) {
  if (!target.isConnected) return;
  if (type === "click") target.click();
  else if (type === "submit") target.requestSubmit();
  else if (type === "keydown") target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  else target.dispatchEvent(new Event(type, { bubbles: true }));
}

for (const type of EARLY) document.addEventListener(type, keep, true);
const drawn = new Promise((go) => {
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, document.hidden ? 0 : SOON);
});
drawn.then(async () => {
  for (const part of PARTS) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: part }));
  await import("./app.js");
  for (const type of EARLY) document.removeEventListener(type, keep, true);
  done.forEach(repeat);
});
