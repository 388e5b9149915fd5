// for servers of others in the tests: whoever is asked for an operation of half a minute takes a second over it
const wait = globalThis.setTimeout;
globalThis.setTimeout = (work, milliseconds, ...more) => wait(work, milliseconds / 30, ...more);
