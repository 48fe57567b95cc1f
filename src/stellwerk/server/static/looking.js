// Looking back: the slider, its buttons, and the log.
import { text } from "./net.js";
import { $, id, refresh, view } from "./step.js";

export function lookAt(move) {
  view.at = move >= view.facts.moves ? null : Math.max(0, move);
  view.run = "";
  history.replaceState(null, "", view.at === null ? location.pathname : `?at=${view.at}`);
  refresh();
}

export function look(where) {
  const now = view.at ?? view.facts.moves;
  lookAt({ first: 0, back: now - 1, on: now + 1, last: view.facts.moves }[where]);
}

export async function older(button) {
  const html = await text(`/games/${id}/log?before=${button.dataset.older}`);
  const list = button.previousElementSibling;
  list.insertAdjacentHTML("beforeend", html);
  const last = list.lastElementChild?.querySelector("[data-at]");
  if (!html.trim() || last?.dataset.at === "0") button.remove();
  else button.dataset.older = last.dataset.at;
}

$("slider").addEventListener("input", (event) => lookAt(Number(event.target.value)));
