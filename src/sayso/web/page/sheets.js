// A dialog that is left as people leave one: by its cross, Escape, the way back, or a tap beside it.

/** Open it; the way back closes it instead of leaving the page. */
export function openSheet(dialog) {
  dialog.showModal();
  dialog.scrollTop = 0;
  history.pushState({ sheet: dialog.id }, "");
}

/** Let a dialog be left. */
export function leavable(dialog) {
  const isBeside = ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  };
  dialog.addEventListener("click", (event) => { if (event.target === dialog && isBeside(event)) dialog.close(); });
  dialog.addEventListener("close", () => { if (history.state?.sheet === dialog.id) history.back(); });
  addEventListener("popstate", () => { if (dialog.open) dialog.close(); });
}
