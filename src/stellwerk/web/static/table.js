// The table: brings its parts together, and hands clicks to them.
import { act, choose, compose, endComposing } from "./acting.js";
import * as board from "./board.js";
import "./bell.js";
import "./clock.js";
import "./here.js";
import "./keys.js";
import "./recap.js";
import "./legend.js";
import "./list.js";
import "./meet.js";
import "./notice.js";
import { look, lookAt, older } from "./history.js";
import "./preview.js";
import { $, onChange, refresh, view } from "./step.js";
import "./picking.js";
import { again } from "./sheet.js";
import "./stage.js";
import { sure } from "./sure.js";
import { tab } from "./tabs.js";
import "./tips.js";
import "./trains.js";

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, a[data-at]");
  if (!target) return;
  if (target.dataset.action && target.matches(".do")) {
    if (sure(target)) act(JSON.parse(target.dataset.action));
  }
  else if (target.dataset.hex && target.tagName === "BUTTON") choose(target.dataset.hex);
  else if (target.dataset.compose) compose(target.dataset.compose);
  else if (target.dataset.composeEnd !== undefined) endComposing();
  else if (target.dataset.zoom) board.zoom(target.dataset.zoom);
  else if (target.dataset.move) look(target.dataset.move);
  else if (target.dataset.tab) tab(target.dataset.tab);
  else if (target.dataset.run) {
    view.run = view.run === target.dataset.run ? "" : target.dataset.run;
    refresh();
  } else if (target.dataset.older) older(target);
  else if (target.dataset.at !== undefined) {
    event.preventDefault();
    lookAt(Number(target.dataset.at));
  }
});

function settle() {
  const { facts } = view;
  $("slider").max = facts.moves;
  $("slider").value = facts.at;
  $("move").textContent = `${facts.at} / ${facts.moves}`;
  $("movelink").href = `?at=${facts.at}`;
  $("undo").hidden = !facts.undo || view.at !== null;
  $("redo").hidden = !facts.redo || view.at !== null;
  $("advise").hidden = !facts.turn || !facts.advice;
  document.body.classList.toggle("my-turn", facts.turn);
  document.body.classList.toggle("looking-back", facts.past);
  document.title = document.title.replace(/^● /, "");
  if (facts.turn) document.title = `● ${document.title}`;
}

onChange(settle);
onChange((fresh, before, names) => names.includes("tables") && again());
board.adopt(view.facts.hexes);
settle();
if (view.facts.cold) refresh();
