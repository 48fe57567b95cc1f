// Keys of the table. The list of them that people see is templates/table/keys.html.
import { advise, takeBack } from "./acting.js";
import * as board from "./board.js";
import * as hexmenu from "./hexmenu.js";
import { look } from "./looking.js";
import * as stage from "./stage.js";
import { $, onChange } from "./step.js";
import { beside } from "./tabs.js";

const LOOK = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const LETTERS = /^[a-z?]$/; // they mean nothing in an amount
const ZOOM = { "+": "in", "-": "out", 0: "fit" };

/** What can be chosen now, from the top. */
const choices = () =>
  [...document.querySelectorAll("#menu details:not(.impossible) > summary, #menu form.range, #menu button.do, #menu button[data-hex], #menu button[data-move]")]
    .filter((one) => one.checkVisibility() && !one.matches("form.range button"))
    .slice(0, 9);

/** Number the first nine choices, as far as they are in sight. */
export function number() {
  for (const one of document.querySelectorAll("#menu [data-key]")) delete one.dataset.key;
  choices().forEach((one, n) => (one.dataset.key = n + 1));
}

function take(choice) {
  if (!choice) return;
  if (choice.matches("form")) choice.querySelector("input[type=number]").focus();
  else {
    choice.focus();
    choice.click();
  }
}

function tool(name) {
  if ($(name).hidden) return;
  if (name === "advise") advise();
  else takeBack(name);
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
  else if (/^[1-9]$/.test(key)) take(choices()[Number(key) - 1]);
  else if (key === "b" || key === "m") stage.choose(key === "b" ? "board" : "market");
  else if (key === "u") tool("undo");
  else if (key === "y") tool("redo");
  else if (key === "a") tool("advise");
});
$("menu").addEventListener("toggle", number, true);
$("keys-button").addEventListener("click", help);
onChange(number);
number();
