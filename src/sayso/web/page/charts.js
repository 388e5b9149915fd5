// Charts to look around in: other ranges, other machines beside, and what each line was at least, on average and at most.

import * as api from "./api.js";
import { measured, picture, points, summed } from "./chart.js";
import { make } from "./dom.js";
import { moment, say, spoken } from "./words.js";

const RANGES = [1, 6, 24, 168]; // hours
const MOST = 4; // lines of one chart
const COMPARABLE = (line) => `${line.id} ${line.metric}`;

/** The charts of an answer; `others()` gives what else is measured, `failed` hears what went wrong. */
export function charts({ zone, others, failed }) {
  /** The figures for the series of a reading, those of one unit in one; null where there is nothing to draw. */
  function told(result) {
    const lines = (result?.series ?? []).map(({ metric, unit, label, points: given }) => ({ id: result.device_id, name: result.device_name, metric, unit: unit ?? "", label: label ?? say(`metric.${metric}`), points: points(given) }))
      .filter((line) => line.points.filter(({ value }) => value !== null).length > 1);
    if (!lines.length) return null;
    const units = new Map();
    for (const line of lines) units.set(line.unit, [...(units.get(line.unit) ?? []), line]);
    return make("div", { class: "charts" }, ...[...units.values()].map((some) => figure(some.slice(0, MOST))));
  }

  function figure(lines) {
    const whole = make("figure", { class: "chart" });
    let shown = lines;
    let hours = null; // as it was told
    let asked = 0;

    async function load(next, range) {
      const turn = (asked += 1);
      try {
        const found = await Promise.all(next.map((line) => api.history(line.id, { metric: line.metric, hours: range, language: spoken() })));
        if (turn !== asked) return;
        hours = range;
        shown = next.map((line, index) => ({ ...line, name: found[index].device_name, label: found[index].label, unit: found[index].unit || line.unit, sum: found[index], points: points(found[index].points) }));
        draw();
      } catch (error) {
        failed(error);
      }
    }

    function draw() {
      const held = whole.contains(document.activeElement) ? document.activeElement.dataset.part : null;
      const full = shown.filter((line) => line.points.some(({ value }) => value !== null));
      const at = make("output", { class: "at" }, full.length === 1 ? measured(full[0].sum?.last ?? summed(full[0]).last, full[0].unit) : "");
      const usual = at.textContent;
      const tell = (near) => { at.textContent = near ? `${moment(near[0].at, zone())} · ${near.map(({ value }, turn) => measured(value, full[turn].unit)).join(" · ")}` : usual; };
      const title = [...new Set(shown.map(({ name }) => name))].join(", ");
      whole.replaceChildren(
        make("figcaption", {}, make("span", {}, `${title} · ${[...new Set(shown.map(({ label }) => label))].join(", ")}`), at),
        full.length ? picture(full, zone(), tell) : make("p", { class: "empty" }, say("noReadings")),
        ...shown.filter(({ sum }) => sum?.is_cut).map(cut),
        table(), controls());
      if (held) whole.querySelector(`[data-part="${held}"]`)?.focus();
    }

    /** That a line begins later than it was asked for: more was measured than is read at once. */
    const cut = (line) => make("p", { class: "hint cut" }, say("chartCut", { name: line.name, since: moment(Date.parse(line.sum.from), zone(), Infinity) }));

    /** What each line was; the sign before its name is that of its line. */
    function table() {
      const heads = ["lineOf", "least", "mean", "most", "lastOne"].map((name) => make("th", { scope: "col" }, say(`sums.${name}`)));
      const rows = shown.map((line, turn) => {
        const sum = line.sum ?? (line.points.length ? summed(line) : {});
        const away = shown.length > 1 ? make("button", { type: "button", class: "icon", "data-part": `without ${COMPARABLE(line)}`, "aria-label": say("without", { name: line.name, metric: line.label }), onclick: () => { shown = shown.filter((one) => one !== line); draw(); } }, "✕") : null;
        return make("tr", {}, make("th", { scope: "row" }, make("span", { class: `key line${turn + 1}`, "aria-hidden": "true" }), `${line.name} · ${line.label} `, away),
          ...["least", "mean", "most", "last"].map((name) => make("td", {}, measured(sum[name], line.unit))));
      });
      return make("table", { class: "sums" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    }

    function controls() {
      const span = Math.max(...shown.flatMap((line) => line.points.map(({ at }) => at))) - Math.min(...shown.flatMap((line) => line.points.map(({ at }) => at)));
      const range = hours ?? RANGES.find((each) => each * 3_600_000 >= span * 0.9) ?? RANGES.at(-1);
      const buttons = RANGES.map((each) => make("button", { type: "button", class: "quiet", "data-part": `range ${each}`, "aria-pressed": String(each === hours), onclick: () => load(shown, each) }, say(`ranges.${each}`)));
      const here = new Set(shown.map(COMPARABLE));
      const more = others().filter((one) => one.unit === shown[0].unit && !here.has(COMPARABLE(one)));
      const choose = make("select", { "data-part": "compare", "aria-label": say("compare"), onchange: (e) => load([...shown, more[Number(e.target.value)]], range) },
        make("option", { value: "" }, say("compare")), ...more.map((one, turn) => make("option", { value: turn }, `${one.name} · ${one.label}`)));
      return make("div", { class: "ranges", role: "group", "aria-label": say("range") }, ...buttons, more.length && shown.length < MOST ? choose : null);
    }

    draw();
    return whole;
  }

  return { told };
}
