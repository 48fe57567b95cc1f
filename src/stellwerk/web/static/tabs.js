// The side's tabs: the chosen one stays. A panel can be lent to the stage; its tab is away for so long.
import { $, id, reveal } from "./step.js";

const key = `tab-${id}`;
const WIDE = "tables";
const all = () => [...document.querySelectorAll("[data-tab]")].filter((button) => !button.hidden);

export function tab(name, focus = false) {
  sessionStorage.setItem(key, name);
  show(name, focus);
}

function show(name, focus = false) {
  const there = all();
  const shown = there.find((button) => button.dataset.tab === name) ?? there[0];
  for (const button of there) {
    const chosen = button === shown;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    $(button.dataset.tab).hidden = !chosen;
    if (chosen && focus) button.focus();
  }
  document.body.classList.toggle("sheet-open", shown?.dataset.tab === WIDE); // as far as the screen has room for it
  reveal();
}

/** The tab beside the one that has the focus. */
export function beside(target, by) {
  const there = all();
  const next = there.indexOf(target) + by;
  tab(there[(next + there.length) % there.length].dataset.tab, true);
}

/** Show a tab by its key; what is lent to the stage is there already. */
export function turnTo(name) {
  const button = $(`tab-${name}`);
  if (!button) return;
  if (button.hidden) $(name).scrollIntoView({ block: "nearest" });
  else tab(name, true);
}

/** Show a tab that fits the moment, unless another was chosen. */
export function suggest(name) {
  if (!sessionStorage.getItem(key)) show(name);
}

/** Move a tab's panel elsewhere, or back where nobody wants it. */
export function lend(name, place) {
  const [button, panel] = [$(`tab-${name}`), $(name)];
  if (!button) return;
  button.hidden = Boolean(place);
  if (place) {
    panel.hidden = false;
    place.append(panel);
    panel.setAttribute("role", "region");
  } else {
    document.querySelector(".side").append(panel);
    panel.setAttribute("role", "tabpanel");
  }
  show(sessionStorage.getItem(key) ?? "");
}

show(sessionStorage.getItem(key) ?? "");
$("widen").addEventListener("click", () => {
  const wide = document.body.classList.toggle("wide-side");
  $("widen").setAttribute("aria-pressed", wide);
});
