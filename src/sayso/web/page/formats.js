// How days, times and numbers are written: each writer is made once, since to make one takes longer than to write a thousand days.

const made = new Map();

/** A writer of days and times in a language; the same one for the same style. */
export function written(language, style) {
  const key = `${language} ${JSON.stringify(style)}`;
  if (!made.has(key)) made.set(key, new Intl.DateTimeFormat(language, style));
  return made.get(key);
}
