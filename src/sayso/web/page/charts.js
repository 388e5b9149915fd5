// Charts to look around in: other ranges, other machines beside, and what each line was at least, on average and at most.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { measured, picture, points, summary, summed } from "./chart.js";
import { make } from "./dom.js";
import { openMenu } from "./menu.js";
import { moment, say, spoken } from "./words.js";

const RANGES = [1, 6, 24, 168]; // hours
const MOST = 4; // lines of one chart
const HOUR = 3_600_000; // milliseconds
const SLACK = 0.05; // of a range that may be missing before it counts as another, or as shorter than asked for
const COMPARABLE = (line) => `${line.id} ${line.metric}`;

/** The charts of an answer; `others()` gives what else is measured, `failed` hears what went wrong. */
export function charts({ zone, others, failed }) {
  /** The figures for the series of a reading, those of one unit in one; null where there is nothing to draw. `asked` holds
   * from when to when was asked for. */
  function told(result, asked) {
    const from = asked?.from ? Date.parse(asked.from) : null;
    const lines = (result?.series ?? []).map(({ metric, unit, label, points: given }) => ({ id: result.device_id, name: result.device_name, metric, unit: unit ?? "", label: label ?? say(`metric.${metric}`), points: points(given), from }))
      .filter((line) => line.points.filter(({ value }) => value !== null).length > 1);
    if (!lines.length) return null;
    const units = new Map();
    for (const line of lines) units.set(line.unit, [...(units.get(line.unit) ?? []), line]);
    return make("div", { class: "charts" }, ...[...units.values()].map((some) => figure(some.slice(0, MOST), rangeOf(asked))));
  }

  /** Which of the ranges was asked for, where it was one of them. */
  function rangeOf({ from, to } = {}) {
    const hours = from ? ((to ? Date.parse(to) : Date.now()) - Date.parse(from)) / HOUR : null;
    return RANGES.find((range) => Math.abs(range - hours) <= range * SLACK) ?? null;
  }

  function figure(lines, wanted) {
    const whole = make("figure", { class: "chart" });
    let shown = lines;
    let hours = wanted;
    let isTabled = false;
    let asked = 0;

    async function load(next, range) {
      const turn = (asked += 1);
      try {
        const found = await Promise.all(next.map((line) => api.history(line.id, { metric: line.metric, hours: range, language: spoken() })));
        if (turn !== asked) return;
        hours = range;
        const from = Date.now() - range * HOUR;
        shown = next.map((line, index) => ({ ...line, from, name: found[index].device_name, label: found[index].label, unit: found[index].unit || line.unit, sum: found[index], points: points(found[index].points) }));
        draw();
        announce([say("chartTold", { range: say(`ranges.${range}`), summary: summary(full()) || say("noReadings") }), ...shown.filter(isShort).map(short)].join(" "));
      } catch (error) {
        failed(error);
      }
    }

    function draw() {
      const held = whole.contains(document.activeElement) ? document.activeElement.dataset.part : null;
      const some = full();
      const at = make("output", { class: "at" }, some.length === 1 ? measured(some[0].sum?.last ?? summed(some[0]).last, some[0].unit) : "");
      const usual = at.textContent;
      const tell = (near) => { at.textContent = near ? `${moment(near[0].at, zone())} · ${near.map(({ value }, turn) => measured(value, some[turn].unit)).join(" · ")}` : usual; };
      const title = [...new Set(shown.map(({ name }) => name))].join(", ");
      whole.replaceChildren(
        make("figcaption", {}, make("span", {}, `${title} · ${[...new Set(shown.map(({ label }) => label))].join(", ")}`), at),
        some.length ? picture(some, zone(), tell) : make("p", { class: "empty" }, say("noReadings")),
        ...shown.filter(({ sum }) => sum?.is_cut).map(cut),
        ...shown.filter(isShort).map((line) => make("p", { class: "hint short" }, short(line))),
        table(), controls(), values(some));
      const parts = held ? [`="${held}"`, "^=without", "=compare", "^=range"] : [];
      parts.map((part) => whole.querySelector(`[data-part${part}]`)).find(Boolean)?.focus();
    }

    const full = () => shown.filter((line) => line.points.some(({ value }) => value !== null));

    /** Whether a line begins clearly later than was asked for, because nothing was measured before. */
    function isShort(line) {
      const [first, last] = [line.points[0]?.at, line.points.at(-1)?.at];
      return Boolean(line.from && first) && !line.sum?.is_cut && first - line.from > (last - line.from) * SLACK;
    }

    const short = (line) => say("shortRange", { name: line.name, since: moment(line.points[0].at, zone(), Infinity) });

    /** Every value to be read, made when it is wanted. */
    function values(some) {
      const fold = make("details", { class: "values", open: isTabled }, make("summary", { "data-part": "values" }, say("asTable")));
      const fill = () => {
        isTabled = fold.open;
        if (isTabled && fold.childElementCount === 1) fold.append(make("div", { class: "every", tabindex: "0", role: "region", "aria-label": say("asTable") }, ...some.map(every)));
      };
      fold.addEventListener("toggle", fill);
      fill();
      return fold;
    }

    function every(line) {
      const known = line.points.filter(({ value }) => value !== null);
      const names = known.some(({ least, most }) => least !== most) ? ["value", "least", "most"] : ["value"];
      const heads = [say("at"), ...names.map((name) => say(name === "value" ? name : `sums.${name}`))].map((name) => make("th", { scope: "col" }, name));
      const rows = known.map((point) => make("tr", {}, make("th", { scope: "row" }, moment(point.at, zone(), Infinity)), ...names.map((name) => make("td", {}, measured(point[name], line.unit)))));
      return make("table", { class: "sums" }, make("caption", {}, say("valuesOf", { name: line.name, metric: line.label })), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    }

    /** That a line begins later than it was asked for: more was measured than is read at once. */
    const cut = (line) => make("p", { class: "hint cut" }, say("chartCut", { name: line.name, since: moment(Date.parse(line.sum.from), zone(), Infinity) }));

    /** What each line was; the sign before its name is that of its line. */
    function table() {
      const heads = ["lineOf", "least", "mean", "most", "lastOne"].map((name) => make("th", { scope: "col" }, say(`sums.${name}`)));
      const rows = shown.map((line, turn) => {
        const sum = line.sum ?? (line.points.length ? summed(line) : {});
        const away = shown.length > 1 ? make("button", { type: "button", class: "icon", "data-part": `without ${COMPARABLE(line)}`, "aria-label": say("without", { name: line.name, metric: line.label }), onclick: () => { shown = shown.filter((one) => one !== line); draw(); announce(say("withoutTold", { name: line.name, metric: line.label })); } }, "✕") : null;
        return make("tr", {}, make("th", { scope: "row" }, make("span", { class: `key line${turn + 1}`, "aria-hidden": "true" }), `${line.name} · ${line.label} `, away),
          ...["least", "mean", "most", "last"].map((name) => make("td", {}, measured(sum[name], line.unit))));
      });
      return make("table", { class: "sums" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    }

    function controls() {
      const span = Math.max(...shown.flatMap((line) => line.points.map(({ at }) => at))) - Math.min(...shown.flatMap((line) => line.points.map(({ at }) => at)));
      const range = hours ?? RANGES.find((each) => each * HOUR >= span * 0.9) ?? RANGES.at(-1);
      const buttons = RANGES.map((each) => make("button", { type: "button", class: "quiet", "data-part": `range ${each}`, "aria-pressed": String(each === hours), onclick: () => load(shown, each) }, say(`ranges.${each}`)));
      const here = new Set(shown.map(COMPARABLE));
      const more = others().filter((one) => one.unit === shown[0].unit && !here.has(COMPARABLE(one)));
      const entries = more.map((one) => ({ name: `compare ${COMPARABLE(one)}`, text: `${one.name} · ${one.label}`, act: () => load([...shown, one], range) }));
      const choose = make("button", { type: "button", class: "quiet compare", "data-part": "compare", "aria-haspopup": "dialog", "aria-expanded": "false", onclick: (e) => openMenu(e.currentTarget, say("compare"), entries) }, say("compare"));
      return make("div", { class: "ranges", role: "group", "aria-label": say("range") }, ...buttons, more.length && shown.length < MOST ? choose : null);
    }

    draw();
    return whole;
  }

  return { told };
}
