// How the page looks: light or dark, as the system has it or as the person chose here.

import { at } from "./dom.js";
import { keepOwn, keptOwn } from "./kept.js";

function switchTheme() {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keepOwn("theme", document.documentElement.dataset.theme);
}

/** The button of the bar, and on a phone that of the settings. */
export function appearance() {
  for (const id of ["theme", "settings-theme"]) at(id).addEventListener("click", switchTheme);
}

/** As whoever is here chose it. */
export function dress() {
  const chosen = keptOwn("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}
