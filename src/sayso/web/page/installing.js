// The page as an app of the device: the settings offer it, or say where the browser does.

import { at } from "./dom.js";

/** Offer it where the browser can be asked; where the page is an app already nothing is said. */
export function installing() {
  let offer = null;

  function show() {
    at("install").hidden = !offer;
    at("install-how").hidden = Boolean(offer);
    at("installing").hidden = matchMedia("(display-mode: standalone)").matches || !isSecureContext;
  }

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // by our button, not by a banner over the message field
    offer = event;
    show();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    at("installing").hidden = true;
  });
  at("install").addEventListener("click", async () => {
    const asked = offer;
    offer = null; // it can be used once
    await asked?.prompt();
    show();
  });
  show();
}
