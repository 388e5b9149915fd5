// How a task repeats, in the page's words: "every Monday and Thursday until 1 Jun".

import { written } from "./formats.js";
import { day, say, spoken } from "./words.js";

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const named = (style, at) => written(spoken(), { ...style, timeZone: "UTC" }).format(at);
const weekday = (code) => named({ weekday: "long" }, new Date(Date.UTC(2024, 0, 1 + DAYS.indexOf(code)))); // a Monday
const month = (number) => named({ month: "long" }, new Date(Date.UTC(2024, number - 1, 1)));
const listed = (names) => new Intl.ListFormat(spoken()).format(names);

function placed(code) {
  const [, place, name] = /^([+-]?\d+)?(\w\w)$/.exec(code);
  return place ? `${say(`repeats.place.${Number(place)}`)} ${weekday(name)}` : weekday(name);
}

/** The words for a rule of RFC 5545; nothing where there is none. */
export function repeats(rule) {
  if (!rule) return "";
  const parts = Object.fromEntries(rule.split(";").map((part) => part.split("=")));
  const count = Number(parts.INTERVAL ?? 1);
  const days = parts.BYDAY?.split(",").map(placed) ?? [];
  const dates = parts.BYMONTHDAY?.split(",").map((d) => (d === "-1" ? say("repeats.lastDay") : d)) ?? [];
  const months = parts.BYMONTH?.split(",").map(Number).map(month) ?? [];
  let told = say(`repeats.${parts.FREQ}`, { count });
  if (parts.FREQ === "WEEKLY" && count === 1 && days.length) told = say("repeats.each", { days: listed(days) });
  else if (days.length || dates.length || months.length) told = `${told}: ${[listed([...days, ...dates]), listed(months)].filter(Boolean).join(" ")}`;
  if (parts.COUNT) told = `${told}, ${say("repeats.times", { count: Number(parts.COUNT) })}`;
  const end = /^(\d{4})(\d\d)(\d\d)/.exec(parts.UNTIL ?? "");
  return end ? `${told} ${say("repeats.until", { day: day(end.slice(1).join("-"), "UTC") })}` : told;
}
