// Keys of the table. The list of them that people see is templates/table/keys.html.
import { advise, takeBack, unsettled } from "./acting.js";
import * as board from "./board.js";
import * as hexmenu from "./hexmenu.js";
import { look } from "./history.js";
import * as stage from "./stage.js";
import { $, onChange } from "./step.js";
import { beside, turnTo } from "./tabs.js";

const LOOK = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const LETTERS = /^[a-z?]$/; // they mean nothing in an amount
const TABS = { p: "players", c: "companies", v: "supply", l: "log", s: "tables" };
const ZOOM = { "+": "in", "-": "out", 0: "fit" };

/** What can be chosen now, from the top; what is given up for good comes last. */
const choices = () =>
  [...document.querySelectorAll("#menu details:not(.impossible) > summary, #menu form.range, #menu button.do, #menu button[data-hex], #menu button[data-move]")]
    .filter((one) => one.checkVisibility() && !one.matches("form.range button"))
    .sort((one, other) => one.matches(".final") - other.matches(".final"));

/** Choices by their keys: the first nine, as far as they are in sight; 1 gives nothing up for good. */
function keyed() {
  const all = choices();
  const first = all[0]?.matches(".final") ? 2 : 1;
  return new Map(all.map((one, n) => [String(n + first), one]).slice(0, 10 - first));
}

/** Write the keys on what they choose. */
export function number() {
  for (const one of document.querySelectorAll("#menu [data-key]")) delete one.dataset.key;
  for (const [key, one] of keyed()) one.dataset.key = key;
}

/** Take a choice. What has come under one's fingers just now is only pointed at: another key press takes it. */
function take(choice) {
  if (!choice) return;
  if (choice.matches("form")) choice.querySelector("input[type=number]").focus();
  else {
    choice.focus();
    if (!unsettled()) choice.click();
  }
}

export function help() {
  $("keys").showModal();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { key, target } = event;
  if (target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(key)) {
    beside(target, key === "ArrowRight" ? 1 : -1);
    return;
  }
  if ($("keys").open) return;
  if (key === "Escape") target.blur();
  if (target.matches("select, textarea") || (target.matches("input") && !(target.type === "number" && LETTERS.test(key)))) return;
  if (key === "?") help();
  if (hexmenu.isOpen()) return;
  if (LOOK[key]) {
    event.preventDefault();
    look(LOOK[key]);
  } else if (key in ZOOM) board.zoom(ZOOM[key]);
  else if (/^[1-9]$/.test(key)) take(keyed().get(key));
  else if (key === "b" || key === "m") stage.choose(key === "b" ? "board" : "market");
  else if (TABS[key]) turnTo(TABS[key]);
  else if (key === "u") takeBack("undo");
  else if (key === "y") takeBack("redo");
  else if (key === "a" && !$("advise").hidden) advise();
  else if (key === "t") document.querySelector(".pref[data-meet=talk]").click();
  else if (key === "n") document.querySelector(".tools [data-next]")?.click();
  else if (key === "o") document.querySelector(".tools [data-meet=orders]")?.click();
});
$("menu").addEventListener("toggle", number, true);
$("keys-button").addEventListener("click", help);
onChange(number);
number();
