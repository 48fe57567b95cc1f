// Keys of the table.
import { advise, undo } from "./acting.js";
import * as board from "./board.js";
import * as hexmenu from "./hexmenu.js";
import { look } from "./looking.js";
import { $ } from "./step.js";
import * as stage from "./stage.js";
import { beside } from "./tabs.js";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    beside(target, event.key === "ArrowRight" ? 1 : -1);
    return;
  }
  if (event.key === "Escape") target.blur();
  if (target.matches("input, select, textarea") || hexmenu.isOpen()) return;
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  if (keys[event.key]) {
    event.preventDefault();
    look(keys[event.key]);
  } else if (event.key === "u" && !$("undo").hidden) undo();
  else if (event.key === "?" && !$("advise").hidden) advise();
  else if (event.key === "b" || event.key === "m") stage.choose(event.key === "b" ? "board" : "market");
  else if (event.key === "+" || event.key === "-" || event.key === "0") {
    board.zoom({ "+": "in", "-": "out", 0: "fit" }[event.key]);
  } else if (/^[1-9]$/.test(event.key)) {
    const buttons = [...document.querySelectorAll("#menu button, #menu summary")].filter((one) => one.checkVisibility());
    buttons[Number(event.key) - 1]?.focus();
  }
});
