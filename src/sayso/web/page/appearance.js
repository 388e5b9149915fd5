// How the page looks: light or dark, as the system has it or as was chosen here.

import { at } from "./dom.js";
import { keep } from "./kept.js";

function switchTheme() {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keep("theme", document.documentElement.dataset.theme);
}

/** The button of the bar, and on a phone that of the settings. */
export function appearance() {
  for (const id of ["theme", "settings-theme"]) at(id).addEventListener("click", switchTheme);
}
