// The table: keeps the page in step with the game, takes actions, looks back.
import * as board from "./board.js";
import * as hexmenu from "./hexmenu.js";
import { get, post, text } from "./net.js";

const $ = (id) => document.getElementById(id);
let facts = JSON.parse($("facts").textContent);
const texts = JSON.parse($("texts").textContent);
const id = facts.id;
let at = new URLSearchParams(location.search).has("at") ? facts.at : null;
let run = "";
let sketch = null; // a run that is being put together: where the board leads it
let busy = false;
let again = false;

// Keeping in step -------------------------------------------------------------------------------------------

async function refresh() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      const query = new URLSearchParams({ known: Object.values(facts.known).join(".") });
      if (at !== null) query.set("at", at);
      if (run) query.set("run", run);
      apply(await get(`/games/${id}/view?${query}`));
    } while (again);
  } catch (error) {
    regret(error.status ? error.message : texts.offline);
  } finally {
    busy = false;
  }
}

function apply({ facts: fresh, fragments }) {
  const before = facts;
  const held = document.activeElement?.closest("#menu, #hexmenu, #board");
  facts = fresh;
  if (before.decision !== fresh.decision) sketch = null;
  if (before.decision !== fresh.decision || before.at !== fresh.at) {
    hexmenu.close();
    $("advice").replaceChildren();
  }
  for (const [name, html] of Object.entries(fragments)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part) part.innerHTML = html;
  }
  settle("board" in fragments || "menu" in fragments);
  if (fresh.prompt !== before.prompt) $("news").textContent = (fresh.turn ? `${texts.turn}: ` : "") + fresh.prompt;
  if (held && "menu" in fragments && (document.activeElement === document.body || !document.activeElement)) {
    $("menu").querySelector("button, summary, input[type=number]")?.focus();
  }
}

function settle(drawn) {
  if (drawn) board.adopt(sketch ?? facts.hexes);
  $("slider").max = facts.moves;
  $("slider").value = facts.at;
  $("move").textContent = `${facts.at} / ${facts.moves}`;
  $("movelink").href = `?at=${facts.at}`;
  $("undo").hidden = !facts.undo || at !== null;
  $("advise").hidden = !facts.turn;
  document.body.classList.toggle("my-turn", facts.turn);
  document.body.classList.toggle("looking-back", facts.at !== facts.moves);
  document.title = document.title.replace(/^● /, "");
  if (facts.turn) document.title = `● ${document.title}`;
}

const news = new EventSource(`/api/games/${id}/stream`);
news.addEventListener("change", (event) => {
  const change = JSON.parse(event.data);
  regret("");
  if (change.number === facts.number && change.version === facts.version) return;
  if (at === null) refresh();
  else $("slider").max = change.moves;
});
news.addEventListener("error", () => regret(texts.offline));
news.addEventListener("open", () => {
  if ($("refusal").textContent === texts.offline) regret("");
});
addEventListener("pagehide", () => news.close());

// Acting ----------------------------------------------------------------------------------------------------

function regret(message) {
  $("refusal").textContent = message;
  $("refusal").hidden = !message;
}

async function act(action) {
  regret("");
  document.body.classList.add("acting");
  try {
    await post(`/api/games/${id}/actions?quiet=1`, { decision: facts.decisions[action.seat] ?? facts.decision, action });
    hexmenu.close();
    run = "";
    if (sketch) facts.known = {};
    await refresh();
  } catch (error) {
    regret(error.message);
    if (error.status === 409) refresh();
  } finally {
    document.body.classList.remove("acting");
  }
}

// A run put together stop by stop: every control carries what it leads to.
async function compose(what) {
  regret("");
  try {
    const found = await get(`/games/${id}/run?${new URLSearchParams({ sketch: what })}`);
    sketch = found.hexes;
    document.querySelector('[data-part="menu"]').innerHTML = found.menu;
    document.querySelector('[data-part="board"]').innerHTML = found.board;
    document.querySelector('[data-part="runs"]').innerHTML = "";
    board.adopt(sketch);
    $("menu").querySelector(".engine .open button, button.more, button.do")?.focus();
  } catch (error) {
    regret(error.message);
  }
}

function endComposing() {
  sketch = null;
  facts.known = {};
  refresh();
}

async function undo() {
  regret("");
  try {
    await post(`/api/games/${id}/undo`, { number: facts.number });
    await refresh();
  } catch (error) {
    regret(error.message);
    if (error.status === 409) refresh();
  }
}

async function advise() {
  const place = $("advice");
  place.textContent = texts.thinking;
  try {
    const found = await get(`/api/games/${id}/advice`);
    place.replaceChildren(...found.map(advised));
    if (!found.length) place.textContent = texts.no_advice;
    place.scrollIntoView({ block: "nearest" });
  } catch (error) {
    place.textContent = error.message;
  }
}

function advised({ text: what, action, reasons }) {
  const item = document.createElement("div");
  const button = document.createElement("button");
  button.className = "do";
  button.dataset.action = JSON.stringify(action);
  button.textContent = what;
  item.append(button);
  for (const reason of reasons) {
    const line = document.createElement("p");
    line.textContent = reason;
    item.append(line);
  }
  return item;
}

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
document.addEventListener("click", (event) => {
  const target = event.target.closest("button, a[data-at]");
  if (!target) return;
  if (target.dataset.action && target.matches(".do")) act(JSON.parse(target.dataset.action));
  else if (target.dataset.hex && target.tagName === "BUTTON") choose(target.dataset.hex);
  else if (target.dataset.compose) compose(target.dataset.compose);
  else if (target.dataset.composeEnd !== undefined) endComposing();
  else if (target.dataset.zoom) board.zoom(target.dataset.zoom);
  else if (target.dataset.move) look(target.dataset.move);
  else if (target.dataset.tab) tab(target.dataset.tab);
  else if (target.dataset.run) {
    run = run === target.dataset.run ? "" : target.dataset.run;
    refresh();
  } else if (target.dataset.older) older(target);
  else if (target.dataset.at !== undefined) {
    event.preventDefault();
    lookAt(Number(target.dataset.at));
  }
});
$("undo").addEventListener("click", undo);
$("widen").addEventListener("click", () => {
  const wide = document.body.classList.toggle("wide-side");
  $("widen").setAttribute("aria-pressed", wide);
});
$("advise").addEventListener("click", advise);
hexmenu.onAct(act);

function choose(hex, place) {
  if (sketch) {
    if (hex !== null) compose(sketch[hex][0]);
  } else if (hex === null) hexmenu.close();
  else hexmenu.show(id, hex, place).catch((error) => regret(error.message));
}
board.onChoose(choose);

// Looking back ----------------------------------------------------------------------------------------------

function lookAt(move) {
  at = move >= facts.moves ? null : Math.max(0, move);
  run = "";
  history.replaceState(null, "", at === null ? location.pathname : `?at=${at}`);
  refresh();
}

function look(where) {
  const now = at ?? facts.moves;
  lookAt({ first: 0, back: now - 1, on: now + 1, last: facts.moves }[where]);
}

$("slider").addEventListener("input", (event) => lookAt(Number(event.target.value)));

async function older(button) {
  const html = await text(`/games/${id}/log?before=${button.dataset.older}`);
  const list = button.previousElementSibling;
  list.insertAdjacentHTML("beforeend", html);
  const last = list.lastElementChild?.querySelector("[data-at]");
  if (!html.trim() || last?.dataset.at === "0") button.remove();
  else button.dataset.older = last.dataset.at;
}

// Tabs and keys ---------------------------------------------------------------------------------------------

function tab(name, focus = false) {
  for (const button of document.querySelectorAll("[data-tab]")) {
    const chosen = button.dataset.tab === name;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
    $(button.dataset.tab).hidden = !chosen;
    if (chosen && focus) button.focus();
  }
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = [...document.querySelectorAll("[data-tab]")];
    const next = all.indexOf(target) + (event.key === "ArrowRight" ? 1 : -1);
    tab(all[(next + all.length) % all.length].dataset.tab, true);
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
  else if (event.key === "+" || event.key === "-" || event.key === "0") {
    board.zoom({ "+": "in", "-": "out", 0: "fit" }[event.key]);
  } else if (/^[1-9]$/.test(event.key)) {
    const buttons = [...document.querySelectorAll("#menu button, #menu summary")].filter((one) => one.checkVisibility());
    buttons[Number(event.key) - 1]?.focus();
  }
});

settle(true);
if (facts.cold) refresh();
