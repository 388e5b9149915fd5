// A chart of readings: one line for each series, with its least and greatest value, and what it was at any time.

import { make } from "./dom.js";
import { moment, number, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const HEIGHT = 190;
const INSIDE = { left: 44, right: 548, top: 12, bottom: 160 };

/** The figure for the series of a reading; null where there is nothing to draw. */
export function chart(series, name, zone) {
  const drawn = (series ?? []).map(cleaned).filter(({ points }) => points.filter(({ value }) => value !== null).length > 1);
  if (!drawn.length) return null;
  return make("div", { class: "charts" }, ...drawn.map((one) => figure(one, name, zone)));
}

function cleaned({ metric, unit, label, points }) {
  const kept = (points ?? []).map(({ at, value }) => ({ at: Date.parse(at), value: Number.isFinite(value) ? value : null }))
    .filter(({ at }) => Number.isFinite(at));
  return { unit: unit ?? "", label: label ?? say(`metric.${metric}`), points: kept };
}

function figure(one, name, zone) {
  const values = one.points.map(({ value }) => value).filter((value) => value !== null);
  const scale = scaled(one.points, values);
  const written = (value) => `${number(value)}${one.unit ? ` ${one.unit}` : ""}`;
  const summary = say("chart", { name, metric: one.label, least: written(Math.min(...values)), most: written(Math.max(...values)), last: written(values.at(-1)) });
  const cursor = draw("g", { class: "cursor", visibility: "hidden" }, draw("line", { y1: INSIDE.top, y2: INSIDE.bottom }), draw("circle", { r: 4 }));
  const told = make("output", { class: "at" }, written(values.at(-1)));
  const picture = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary },
    ...levels(scale).map((value) => level(value, scale)),
    ...times(scale).map((at) => hour(at, scale, zone)),
    draw("path", { class: "area", d: area(one.points, scale) }),
    draw("path", { class: "line", d: path(one.points, scale) }),
    cursor);
  follow(picture, cursor, one.points, scale, (point) => {
    told.textContent = point ? `${moment(point.at, zone)} · ${written(point.value)}` : written(values.at(-1));
  });
  return make("figure", { class: "chart" }, make("figcaption", {}, make("span", {}, `${name} · ${one.label}`), told), picture);
}

function scaled(points, values) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const air = Math.max((most - least) * 0.1, 0.5);
  const [low, high] = [least - air, most + air];
  const [first, last] = [points[0].at, Math.max(points.at(-1).at, points[0].at + 1)];
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
  return draw("text", { class: "hour", x: x(at), y: INSIDE.bottom + 20, "text-anchor": anchor }, moment(at, zone, last - first));
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

function area(points, scale) {
  const line = path(points.filter(({ value }) => value !== null), scale);
  return `${line}L${scale.x(points.at(-1).at).toFixed(1)} ${INSIDE.bottom}L${scale.x(points[0].at).toFixed(1)} ${INSIDE.bottom}Z`;
}

/** Show the reading that is nearest to the pointer. */
function follow(picture, cursor, points, { first, last, x, y }, tell) {
  const known = points.filter(({ value }) => value !== null);
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - INSIDE.left) / (INSIDE.right - INSIDE.left);
    const at = first + share * (last - first);
    const point = known.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best));
    const [line, dot] = cursor.children;
    for (const name of ["x1", "x2"]) line.setAttribute(name, x(point.at));
    dot.setAttribute("cx", x(point.at));
    dot.setAttribute("cy", y(point.value));
    cursor.setAttribute("visibility", "visible");
    tell(point);
  });
  picture.addEventListener("pointerleave", () => { cursor.setAttribute("visibility", "hidden"); tell(null); });
}

function draw(tag, attributes, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
