// Small choices that the browser keeps, for all who use it or for each person; where it keeps nothing, they last as long as the page.

const here = new Map();
let owner = null; // the id of whose the page is

/** What was kept under this name, or the fallback. */
export function kept(name, fallback = null) {
  try {
    return localStorage.getItem(`sayso.${name}`) ?? here.get(name) ?? fallback;
  } catch {
    return here.get(name) ?? fallback;
  }
}

/** Keep a value; null forgets it. */
export function keep(name, value) {
  here.set(name, value);
  try {
    if (value === null) localStorage.removeItem(`sayso.${name}`);
    else localStorage.setItem(`sayso.${name}`, value);
  } catch { /* it is kept for this page at least */ }
}

/** From now on the page is this person's; null: nobody's. */
export function keepFor(person) {
  owner = person?.id ?? null;
  keep("owner", owner); // the theme is set before anything else is known
}

/** What this person keeps under a name; who has chosen nothing has what was chosen here before anybody signed in. */
export const keptOwn = (name, fallback = null) => (owner && kept(`${name}.${owner}`)) ?? kept(name, fallback);

/** Keep a value for this person alone; before anybody is signed in, for all who choose nothing else. */
export const keepOwn = (name, value) => keep(owner ? `${name}.${owner}` : name, value);
