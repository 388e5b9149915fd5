// Where the browser is by other clocks than the account: it is told, on the page and in the settings, and one click takes them over.

import { announce } from "./announce.js";
import { at, make } from "./dom.js";
import { keep, kept } from "./kept.js";
import { say } from "./words.js";

const MONTHS = [0, 6]; // in which clocks that differ at all show it

/** Minutes by which a zone is ahead of UTC at a moment. */
function offset(zone, moment) {
  const shown = new Date(moment.toLocaleString("en-US", { timeZone: zone }));
  return Math.round((shown - new Date(moment.toLocaleString("en-US", { timeZone: "UTC" }))) / 60_000);
}

function differ(one, other) {
  const year = new Date().getUTCFullYear();
  return MONTHS.some((month) => { const moment = new Date(Date.UTC(year, month, 15)); return offset(one, moment) !== offset(other, moment); });
}

/** The offer; `choose(zone)` makes the account's zone this one. */
export function zoneOffer({ choose }) {
  const named = (zone) => zone.split("/").at(-1).replaceAll("_", " "); // Europe/London: as people say it

  /** Say it where the clocks differ; on the page not again after a no. */
  function draw(stored) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const isOther = Boolean(stored && here) && differ(stored, here);
    const refused = `${stored} ${here}`;
    const told = say("zoneDiffers", { stored: named(stored ?? ""), here: named(here) });
    const take = (goOn) => make("button", { type: "button", class: "quiet", onclick: () => choose(here).then((isKept) => { if (!isKept) return; at(goOn).focus(); announce(say("zoneKept", { zone: named(here) })); }) }, say("zoneTake", { here: named(here) }));
    const leave = make("button", { type: "button", class: "quiet", onclick: () => { keep("zone.left", refused); draw(stored); at("message").focus(); announce(say("zoneLeft", { zone: named(stored) })); } }, say("zoneLeave"));
    at("zone-told").replaceChildren(...(isOther ? [make("span", {}, told), " ", make("span", { class: "buttons" }, take("zone"))] : []));
    at("zone-bar").hidden = !isOther || kept("zone.left") === refused;
    at("zone-bar").replaceChildren(...(at("zone-bar").hidden ? [] : [make("span", {}, told), " ", make("span", { class: "buttons" }, take("message"), leave)]));
  }

  return { draw };
}
