// A chart of readings: one or several lines of one unit, with what was measured at any time, and their least and greatest.

import { make } from "./dom.js";
import { dayOf } from "./task_groups.js";
import { moment, number, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const HEIGHT = 190;
const INSIDE = { left: 44, right: 548, top: 12, bottom: 160 };

/** A value with its unit. */
export const measured = (value, unit) => (typeof value === "number" ? `${number(value)}${unit ? `\u00a0${unit}` : ""}` : "–");

/** Readings as they are drawn; what is no number is a gap. */
export function points(given) {
  const finite = (value, other) => (Number.isFinite(value) ? value : other);
  return (given ?? []).map(({ at, value, least, most }) => {
    const mean = finite(value, null);
    return { at: Date.parse(at), value: mean, least: finite(least, mean), most: finite(most, mean) };
  }).filter(({ at }) => Number.isFinite(at));
}

/** The least, mean, greatest and last of a line's values. */
export function summed(line) {
  const known = line.points.filter(({ value }) => value !== null);
  const values = known.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { least: Math.min(...known.map(({ least }) => least)), most: Math.max(...known.map(({ most }) => most)), last: values.at(-1), mean };
}

/** The least, greatest and last of each line, in words. */
export function summary(lines) {
  return lines.map((line) => {
    const { least, most, last } = line.sum ?? summed(line);
    return say("chart", { name: line.name, metric: line.label, least: measured(least, line.unit), most: measured(most, line.unit), last: measured(last, line.unit) });
  }).join("; ");
}

/** The picture of lines {name, label, unit, points}; `tell` gets what each was at the pointer's time, or null. */
export function picture(lines, zone, tell) {
  const scale = scaled(lines);
  const cursor = draw("g", { class: "cursor", visibility: "hidden" }, draw("line", { y1: INSIDE.top, y2: INSIDE.bottom }), ...lines.map((_, turn) => draw("circle", { r: 4, class: `line${turn + 1}` })));
  const shown = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary(lines) },
    ...levels(scale).map((value) => level(value, scale)),
    ...times(scale).map((at) => hour(at, scale, zone)),
    ...lines.map((line, turn) => draw("path", { class: `band line${turn + 1}`, d: band(line.points, scale, lines.length === 1) })),
    ...lines.map((line, turn) => draw("path", { class: `line line${turn + 1}`, d: path(line.points, scale) })),
    cursor);
  follow(shown, cursor, { lines, scale }, tell);
  return shown;
}

function scaled(lines) {
  const known = lines.flatMap((line) => line.points).filter(({ value }) => value !== null);
  const least = Math.min(...known.map((point) => point.least));
  const most = Math.max(...known.map((point) => point.most));
  const air = Math.max((most - least) * 0.1, 0.5);
  const [low, high] = [least - air, most + air];
  const first = Math.min(...known.map(({ at }) => at));
  const last = Math.max(...known.map(({ at }) => at), first + 1);
  const x = (at) => INSIDE.left + ((at - first) / (last - first)) * (INSIDE.right - INSIDE.left);
  const y = (value) => INSIDE.bottom - ((value - low) / (high - low)) * (INSIDE.bottom - INSIDE.top);
  return { low, high, first, last, x, y };
}

/** Round values between the least and the greatest, three to six of them. */
function levels({ low, high }) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const out = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) out.push(Math.round(value * 1e6) / 1e6);
  return out;
}

const times = ({ first, last }) => [0, 1, 2, 3, 4].map((quarter) => first + ((last - first) * quarter) / 4);

function level(value, { y }) {
  return draw("g", { class: "level" },
    draw("line", { x1: INSIDE.left, x2: INSIDE.right, y1: y(value), y2: y(value) }),
    draw("text", { x: INSIDE.left - 6, y: y(value) + 4, "text-anchor": "end" }, number(value)));
}

function hour(at, { x, first, last }, zone) {
  const anchor = at === first ? "start" : at === last ? "end" : "middle";
  return draw("text", { class: "hour", x: x(at), y: INSIDE.bottom + 20, "text-anchor": anchor }, moment(at, zone, dayOf(first, zone) === dayOf(last, zone) ? 0 : Infinity));
}

/** The line, broken where nothing was measured. */
function path(points, { x, y }) {
  let isBroken = true;
  return points.map(({ at, value }) => {
    if (value === null) { isBroken = true; return ""; }
    const move = isBroken ? "M" : "L";
    isBroken = false;
    return `${move}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
  }).join("");
}

/** From the least to the greatest of each part of a long range; below a lone line of single values, down to the ground. */
function band(points, { x, y }, isAlone) {
  const known = points.filter(({ value }) => value !== null);
  const isSpread = known.some(({ least, most }) => least !== most);
  if (!known.length || (!isSpread && !isAlone)) return "";
  const dot = (at, height) => `${x(at).toFixed(1)} ${height.toFixed(1)}`;
  const upper = known.map(({ at, value, most }) => dot(at, y(isSpread ? most : value)));
  const lower = known.map(({ at, least }) => dot(at, isSpread ? y(least) : INSIDE.bottom)).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

/** Show the readings that are nearest to the pointer. */
function follow(picture, cursor, { lines, scale: { first, last, x, y } }, tell) {
  const known = lines.map((line) => line.points.filter(({ value }) => value !== null));
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - INSIDE.left) / (INSIDE.right - INSIDE.left);
    const at = first + share * (last - first);
    const near = known.map((each) => each.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best)));
    const [line, ...dots] = cursor.children;
    for (const name of ["x1", "x2"]) line.setAttribute(name, x(near[0].at));
    for (const [turn, dot] of dots.entries()) {
      dot.setAttribute("cx", x(near[turn].at));
      dot.setAttribute("cy", y(near[turn].value));
    }
    cursor.setAttribute("visibility", "visible");
    tell(near);
  });
  picture.addEventListener("pointerleave", () => { cursor.setAttribute("visibility", "hidden"); tell(null); });
}

function draw(tag, attributes, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
