// Making elements. Text from people or tools only ever becomes text, never markup.

/** An element: make("button", {class: "main", onclick: go, "aria-label": "Go"}, "Go", icon). */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined));
  return element;
}

/** The element of this id. */
export const at = (id) => document.getElementById(id);

/** The same with a value: that of the last call counts. */
export function debounced(act, wait) {
  let value;
  const soon = settled(() => act(value), wait);
  return (latest) => { value = latest; soon(); };
}

/** Call `act` once nothing more came for a while; `drop` forgets what is still to come. */
export function settled(act, wait = 250) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  return Object.assign(soon, { drop: () => clearTimeout(timer) });
}

/** A field as high as what is typed in it, up to six lines. */
export function fitted(field) {
  field.rows = Math.min(6, Math.max(1, field.value.split("\n").length, Math.ceil(field.value.length / 70)));
}
