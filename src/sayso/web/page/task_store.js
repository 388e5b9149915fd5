// Every task of the person, as it is held here: read once as a whole, from then on only what was changed.

import * as api from "./api.js";

const PAGE = 500; // tasks of one answer
const AT_ONCE = 4; // pages that are asked for together
const TRIES = 3;

/** A title as it is searched: without case and accents. */
export const fold = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();

/** The tasks; `keep` gets them to be kept on this device, after a while in which nothing else was changed. */
export function taskStore({ keep }) {
  const byId = new Map();
  const titles = new Map(); // of every task that was ever seen, to call it by its name
  const watchers = [];
  let mark = null; // of the list as it is held here
  let reading = Promise.resolve();

  function take(tasks) {
    for (const task of tasks) {
      byId.set(task.id, task);
      titles.set(task.id, task.title);
    }
  }

  async function pages() {
    const first = await api.tasks({ limit: PAGE });
    const found = [...first.tasks];
    const offsets = Array.from({ length: Math.ceil(first.total / PAGE) - 1 }, (_, turn) => (turn + 1) * PAGE);
    while (offsets.length) {
      const next = await Promise.all(offsets.splice(0, AT_ONCE).map((offset) => api.tasks({ limit: PAGE, offset })));
      for (const { tasks } of next) found.push(...tasks);
    }
    return found;
  }

  /** All of it; where something was changed between two pages, once more. */
  async function readWhole() {
    let held = (await api.taskMark()).mark;
    for (let tries = 1; ; tries += 1) {
      const found = await pages();
      const now = found.length > PAGE ? (await api.taskMark()).mark : held;
      if (now === held || tries === TRIES) {
        byId.clear();
        take(found);
        mark = held;
        return true;
      }
      held = now;
    }
  }

  async function readChanges() {
    if (mark === null) return readWhole();
    const found = await api.taskChanges(mark);
    if (found.has_more) return readWhole();
    const isSame = found.mark === mark;
    mark = found.mark;
    take(found.tasks);
    for (const id of found.gone) byId.delete(id);
    if (found.total !== null && found.total !== byId.size) return readWhole(); // it was another list that was kept
    return !isSame;
  }

  /** Look what is different; everybody who watches is told. One look after the other. */
  function refresh() {
    reading = reading.catch(() => {}).then(async () => {
      const isFirst = mark === null;
      if (!(await readChanges()) && !isFirst) return;
      tell();
      keep({ mark, tasks: [...byId.values()] });
    });
    return reading;
  }

  function tell() {
    for (const watch of watchers) watch();
  }

  return {
    refresh, titles,
    get: (id) => byId.get(id),
    all: () => [...byId.values()],
    get isKnown() { return mark !== null; },
    watch: (watch) => watchers.push(watch),
    /** As it was kept on this device; what was changed since is asked for next. */
    restore(kept) {
      if (mark !== null || !kept) return;
      take(kept.tasks);
      mark = kept.mark;
      tell();
    },
  };
}
