// Acting: taking a choice, putting a run together, taking back, asking for advice.
import * as board from "./board.js";
import * as hexmenu from "./hexmenu.js";
import { get, post } from "./net.js";
import { $, id, onChange, refresh, showMessage, showError, texts, view } from "./step.js";
import { catchUp, watch } from "./watch.js";

/** Whether the page has just changed under the player's hand: what is clicked now was meant for what stood there. */
export const unsettled = () => document.body.matches(".settling, .acting");

let last = Promise.resolve(); // what was begun last; what must not be lost waits for it

/** Begin something when everything before it has ended. */
function inTurn(work) {
  last = last.then(work);
  return last;
}

export function act(action) {
  return unsettled() ? last : inTurn(() => send(action));
}

async function send(action) {
  showMessage("");
  document.body.classList.add("acting");
  try {
    const { facts } = view;
    view.run = "";
    const decision = facts.decisions[action.seat] ?? facts.decision;
    if (view.sketch) view.facts.known = {};
    await watch((query) => post(`/games/${id}/act?${query}`, { decision, action }));
    hexmenu.close();
  } catch (error) {
    showError(error);
    if (error.status === 409) refresh();
  } finally {
    document.body.classList.remove("acting");
    catchUp();
  }
}

/** A run put together stop by stop: every control carries what it leads to. */
export async function compose(what) {
  showMessage("");
  try {
    const found = await get(`/games/${id}/run?${new URLSearchParams({ sketch: what })}`);
    view.sketch = found.hexes;
    document.querySelector('[data-part="menu"]').innerHTML = found.menu;
    board.draw(found.board);
    document.querySelector('[data-part="runs"]').innerHTML = "";
    board.adopt(view.sketch);
    $("menu").querySelector(".engine .open button, button.more, button.do")?.focus();
  } catch (error) {
    showError(error);
  }
}

export function endComposing() {
  view.sketch = null;
  view.facts.known = {};
  refresh();
}

/** Take the last action back (`undo`), or do it again (`redo`), as soon as it is known whether one may. */
export function takeBack(way) {
  return inTurn(() => sendBack(way));
}

async function sendBack(way) {
  if ($(way).hidden) return;
  showMessage("");
  try {
    await post(`/api/games/${id}/${way}`, { number: view.facts.number });
    await refresh();
  } catch (error) {
    showError(error);
    if (error.status === 409) refresh();
  }
}

export async function advise() {
  const place = $("advice");
  place.textContent = texts.thinking;
  try {
    const found = await get(`/api/games/${id}/advice`);
    place.replaceChildren(...found.map(advised));
    if (!found.length) place.textContent = texts.no_advice;
  } catch (error) {
    place.replaceChildren();
    showError(error);
  }
}

function advised({ text: what, action, reasons }) {
  const item = document.createElement("div");
  const button = document.createElement("button");
  button.dataset.action = JSON.stringify(action);
  const listed = [...document.querySelectorAll("#menu .do.final")];
  button.className = listed.some((one) => one.dataset.action === button.dataset.action) ? "do final" : "do";
  button.textContent = what;
  item.append(button);
  for (const reason of reasons) {
    const line = document.createElement("p");
    line.textContent = reason;
    item.append(line);
  }
  return item;
}

/** A hex was chosen, on the board or by its name; null is anywhere else. One that allows nothing tells what is there, and why. */
export function choose(hex, place) {
  const legal = hex in (view.sketch ?? view.facts.hexes);
  if (view.sketch) {
    if (legal) compose(view.sketch[hex][0]);
  } else if (hex === null || (!legal && hexmenu.isOpen())) hexmenu.close();
  else if (!unsettled()) hexmenu.show(id, hex, place, view.at).catch(showError);
}

onChange((fresh, before) => {
  if (fresh.number !== before.number) document.body.classList.remove("acting"); // what is chosen now is about what is shown
});
let settled = 0;
onChange((fresh, before, names) => {
  if (!texts.calm || !names.includes("menu") || before.decision === fresh.decision) return;
  document.body.classList.add("settling");
  clearTimeout(settled);
  settled = setTimeout(() => document.body.classList.remove("settling"), texts.calm);
});
onChange((fresh, before) => {
  if (before.decision === fresh.decision && before.at === fresh.at) return;
  hexmenu.close();
  $("advice").replaceChildren();
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.range");
  if (!form) return;
  event.preventDefault();
  const amount = form.querySelector("input[type=number]");
  if (amount.reportValidity()) act({ ...JSON.parse(form.dataset.action), [form.dataset.field]: Number(amount.value) });
});
document.addEventListener("input", (event) => {
  const form = event.target.closest("form.range");
  if (!form) return;
  for (const field of form.querySelectorAll("input")) if (field !== event.target) field.value = event.target.value;
});
/** Quick amounts: so much more than is written there, or all that one has. */
document.addEventListener("click", (event) => {
  const quick = event.target.closest("[data-more], [data-most]");
  if (!quick) return;
  const amount = quick.closest("form.range").querySelector("input[type=number]");
  const wanted = quick.dataset.more ? Number(amount.value) + Number(quick.dataset.more) : Number(amount.max);
  amount.value = Math.max(Number(amount.min), Math.min(wanted, Number(amount.max)));
  amount.dispatchEvent(new Event("input", { bubbles: true }));
});
for (const way of ["undo", "redo"]) $(way).addEventListener("click", () => takeBack(way));
$("advise").addEventListener("click", advise);
hexmenu.onAct(act);
board.onChoose(choose);
