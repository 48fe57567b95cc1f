// See before you click: what each choice in sight would bring, asked for once it is shown.
import { get } from "./net.js";
import { $, id, onChange, view } from "./step.js";

const MOST = 30; // asked for at once
const PAUSE = 120; // milliseconds until an amount that is being chosen is asked about
const known = new Map(); // by number of the game and action
let soon = 0;
let asking = false;

/** The action that a place for a preview tells about; of a range, with the amount that is chosen now. */
function told(place) {
  const menu = place.closest("#hexmenu");
  const turned = place.matches(".lay") && menu?.querySelector('.tilepick[aria-selected="true"] .turned:not([hidden])');
  const holder = turned || place.closest("[data-action]");
  if (!holder) return null;
  if (!holder.dataset.field) return holder.dataset.action;
  const amount = Number(holder.querySelector("input[type=number]").value);
  return JSON.stringify({ ...JSON.parse(holder.dataset.action), [holder.dataset.field]: amount });
}

function write(place, action, { text = "" }) {
  place.dataset.of = action;
  if (place.title === text && place.textContent) return;
  place.title = text;
  place.textContent = text.replaceAll(" · ", "\u00a0· ").replaceAll(" → ", "\u00a0→\u00a0"); // broken after a phrase
  const button = place.closest("button") ?? place.closest("form")?.querySelector("button.do");
  if (button) button.ariaDescription = text;
}

async function fill() {
  soon = 0;
  const { number, at, moves } = view.facts;
  if (asking || at !== moves) return;
  const lacking = new Set();
  for (const place of document.querySelectorAll(".brings")) {
    if (!place.checkVisibility()) continue;
    const action = told(place);
    if (action === null) continue;
    const found = known.get(`${number} ${action}`);
    if (found) write(place, action, found);
    else {
      if (place.dataset.of !== action) place.textContent = ""; // what was told is about another choice
      if (lacking.size < MOST) lacking.add(action);
    }
  }
  if (!lacking.size) return;
  asking = true;
  try {
    const asked = [...lacking];
    const query = new URLSearchParams({ actions: `[${asked.join(",")}]` });
    const answer = await get(`/games/${id}/preview?${query}`);
    if (known.size > 500) known.clear();
    asked.forEach((action, place) => known.set(`${number} ${action}`, answer.number === number ? answer.previews[place] : {}));
  } catch {
    for (const action of lacking) known.set(`${number} ${action}`, {}); // what cannot be told is left out
  } finally {
    asking = false;
  }
  later();
}

/** Once, when all that is being drawn is drawn. */
function later(pause = 0) {
  clearTimeout(soon);
  soon = setTimeout(fill, pause);
}

onChange(() => later());
document.addEventListener("toggle", () => later(), true);
document.addEventListener("input", (event) => event.target.closest("form.range") && later(PAUSE));
new MutationObserver(() => later()).observe($("menu"), { childList: true });
new MutationObserver(() => later()).observe($("hexmenu"), {
  childList: true,
  subtree: true,
  attributeFilter: ["hidden", "aria-selected"],
});
later();
