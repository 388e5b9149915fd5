// Lets the browser draw the page before its scripts are read: something is seen at once, also on a slow machine. Then all of them
// are asked for together, so that none waits for another.

const PARTS = [
  "account.js", "api.js", "app.js", "bell.js", "cards.js", "carrying.js", "chart.js", "charts.js", "chat.js", "choices.js", "choosing.js", "connecting.js",
  "device.js", "dom.js", "dragging.js", "formats.js", "gate.js", "kept.js", "keyboard.js", "machines.js", "mode.js", "naming.js", "notice.js",
  "notifications.js", "outbox.js", "pin.js", "preferences.js", "quick_add.js", "reminders.js", "repeat.js", "row_menu.js", "talks.js", "task_acts.js",
  "task_groups.js", "task_row.js", "task_store.js", "tasks.js", "touching.js", "voice.js", "walking.js", "why.js", "words.js",
];
const SOON = 250; // milliseconds; a page behind others is not drawn, and begins all the same

const drawn = new Promise((go) => {
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, document.hidden ? 0 : SOON);
});
drawn.then(() => {
  for (const part of PARTS) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: part }));
  return import("./app.js");
});
