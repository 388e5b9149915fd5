// The keys of the page, shown by "?" and by the button below the message field.

import { at, make } from "./dom.js";
import { say } from "./words.js";

const PLACES = ["page", "field", "list", "menus"];

function table(place) {
  const rows = say(`keyTable.${place}`).map(([keys, what]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, keys)), make("td", {}, what)));
  return make("table", {}, make("caption", {}, say(`keyPlaces.${place}`)), make("tbody", {}, ...rows));
}

/** Show them. */
export function showKeys() {
  at("key-tables").replaceChildren(...PLACES.map(table));
  at("key-help").showModal();
}
