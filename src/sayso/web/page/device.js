// What is kept on this device, to be read without a connection: the list and the conversations of one person, and no other's.

const NAME = "sayso";
const STORE = "kept";
const OWNER = "person";
const TALKS = 30; // conversations that are kept, the latest opened

/** A request of the database as a promise. */
const done = (request) => new Promise((go, fail) => { request.onsuccess = () => go(request.result); request.onerror = () => fail(request.error); });

/** The keeper; where the browser keeps nothing, nothing is kept and nothing fails. */
export function device() {
  let owner = null;
  let opening = null;

  function opened() {
    opening ??= new Promise((go, fail) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => go(request.result);
      request.onerror = () => fail(request.error);
    });
    return opening;
  }

  async function within(mode, act) {
    try {
      const database = await opened();
      return await act(database.transaction(STORE, mode).objectStore(STORE));
    } catch {
      return null; // a browser that keeps nothing, or is full
    }
  }

  /** From now on it is this person's; what another one left is forgotten first. */
  async function belong(person) {
    owner = person.id;
    await within("readwrite", async (store) => {
      const before = await done(store.get(OWNER));
      if (before && (before.id !== person.id || before.created_at !== person.created_at)) await done(store.clear()); // or of another database
      await done(store.put(person, OWNER));
    });
  }

  /** Keep a value; another page that belongs to somebody else by now keeps nothing. */
  async function keep(key, value) {
    await within("readwrite", async (store) => {
      const whose = await done(store.get(OWNER));
      if (!owner || whose?.id !== owner) return;
      await done(store.put(value, key));
      const talks = (await done(store.getAllKeys())).filter((each) => each.startsWith("talk "));
      if (talks.length <= TALKS) return;
      const kept = await Promise.all(talks.map(async (each) => [each, (await done(store.get(each))).at ?? 0]));
      for (const [each] of kept.sort(([, one], [, other]) => one - other).slice(0, talks.length - TALKS)) await done(store.delete(each));
    });
  }

  const kept = (key) => within("readonly", (store) => done(store.get(key)));

  /** Nothing stays: they signed out, here or elsewhere. */
  async function forget() {
    owner = null;
    await within("readwrite", (store) => done(store.clear()));
  }

  /** What `ask` answers, and without a connection what it answered last. */
  async function remembered(key, ask) {
    try {
      const answer = await ask();
      keep(key, { at: Date.now(), answer });
      return answer;
    } catch (error) {
      const before = error.isLost ? await kept(key) : null;
      if (!before) throw error;
      return Object.assign(before.answer, { isOld: true });
    }
  }

  return { belong, keep, kept, forget, remembered, person: () => kept(OWNER) };
}
