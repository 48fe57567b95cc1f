// The side's tabs.
import { $ } from "./step.js";

export function tab(name, focus = false) {
  for (const button of document.querySelectorAll("[data-tab]")) {
    const chosen = button.dataset.tab === name;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    $(button.dataset.tab).hidden = !chosen;
    if (chosen && focus) button.focus();
  }
}

/** The tab beside the one that has the focus. */
export function beside(target, by) {
  const all = [...document.querySelectorAll("[data-tab]")];
  const next = all.indexOf(target) + by;
  tab(all[(next + all.length) % all.length].dataset.tab, true);
}

$("widen").addEventListener("click", () => {
  const wide = document.body.classList.toggle("wide-side");
  $("widen").setAttribute("aria-pressed", wide);
});
