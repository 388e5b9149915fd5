// Small choices that the browser keeps; where it keeps nothing, they last as long as the page.

const here = new Map();

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
