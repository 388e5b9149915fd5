// A row held by a finger or a pen, and carried: held for a moment it is lifted, moved at once it is scrolling.

import { make } from "./dom.js";

const HOLD = 350; // milliseconds until it is lifted
const STILL = 10; // pixels that a finger that holds may tremble
const EDGE = 60; // pixels from the edge of the room in which it scrolls along
const PACE = 12; // pixels a frame
const OTHERS = "input, textarea, select, [data-part=more], [data-part=delete]"; // are pressed, not held

/** Let rows be carried by touch: `lift(row)` says whether it may, `over(element)` hears what is under it, `drop(element)` where it was let
 * go, `end` that it is over. */
export function touching({ list, lift, over, drop, end }) {
  let held = null; // { row, id, x, y, since, timer, ghost }

  function begin(event) {
    const row = event.target.closest?.("li[draggable=true]");
    if (event.pointerType === "mouse" || !event.isPrimary || held || !row || event.target.closest(OTHERS)) return;
    const own = { row, id: event.pointerId, x: event.clientX, y: event.clientY, since: event.timeStamp, ghost: null };
    own.timer = setTimeout(() => raise(own), HOLD);
    held = own;
    row.draggable = false; // or the browser drags it in its own way, too
    row.addEventListener("touchmove", stay, { passive: false });
  }

  function raise(own) {
    if (held !== own || !lift(own.row)) return;
    own.ghost = make("div", { class: "ghost", "aria-hidden": "true" }, own.row.querySelector(".title")?.textContent ?? "");
    document.body.append(own.ghost);
    own.row.classList.add("lifted");
    navigator.vibrate?.(15);
    carry(own);
    requestAnimationFrame(scroll);
  }

  /** While it is carried, the room does not scroll under the finger. */
  const stay = (event) => { if (held?.ghost && event.cancelable) event.preventDefault(); };

  function carry({ x, y, ghost }) {
    ghost.style.transform = `translate(${x + 12}px, ${y - 30}px)`;
    over(document.elementFromPoint(x, y));
  }

  /** Near an edge of the room it scrolls along. */
  function scroll() {
    if (!held?.ghost) return;
    const room = list.closest(".side");
    const { top, bottom } = room.getBoundingClientRect();
    const pace = held.y < top + EDGE ? -PACE : held.y > bottom - EDGE ? PACE : 0;
    if (pace) {
      room.scrollTop += pace;
      carry(held);
    }
    requestAnimationFrame(scroll);
  }

  function move(event) {
    if (event.pointerId !== held?.id) return;
    const isSwipe = event.timeStamp - held.since < HOLD; // by when it was moved: a busy page may hear of it late
    if (held.ghost && !isSwipe) {
      Object.assign(held, { x: event.clientX, y: event.clientY });
      carry(held);
    } else if (Math.hypot(event.clientX - held.x, event.clientY - held.y) > STILL) release();
  }

  function release() {
    if (!held) return;
    const { row, timer, ghost } = held;
    held = null;
    clearTimeout(timer);
    row.draggable = true;
    row.classList.remove("lifted");
    row.removeEventListener("touchmove", stay);
    if (!ghost) return;
    ghost.remove();
    end();
  }

  function letGo(event) {
    if (event.pointerId !== held?.id) return;
    const { x, y, ghost } = held;
    if (ghost) {
      drop(document.elementFromPoint(x, y));
      list.addEventListener("click", swallow, { capture: true, once: true }); // to let go is no click
      setTimeout(() => list.removeEventListener("click", swallow, { capture: true }));
    }
    release();
  }

  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };

  list.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", letGo);
  document.addEventListener("pointercancel", (event) => { if (event.pointerId === held?.id) release(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") release(); });
  list.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); }); // a long press means to carry
}
