// Looking back: the slider, its buttons, and the log.
import { text } from "./net.js";
import { $, id, onChange, refresh, view } from "./step.js";

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

/** The round that is shown. */
function showRound() {
  const rounds = [...$("rounds").options].filter((one) => Number(one.value) <= view.facts.at);
  const last = rounds.at(-1);
  if (last) last.selected = true;
}

$("rounds").addEventListener("change", (event) => lookAt(Number(event.target.value)));
onChange(showRound);
showRound();
$("slider").addEventListener("input", (event) => lookAt(Number(event.target.value)));
