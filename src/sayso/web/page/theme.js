// The theme that was chosen by whoever was here last, set before anything is drawn, so that the page does not flash.
try {
  const chosen = localStorage.getItem(`sayso.theme.${localStorage.getItem("sayso.owner")}`) ?? localStorage.getItem("sayso.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing shows the system's theme */ }
