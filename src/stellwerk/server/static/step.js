// Keeping the page in step with the game: what it shows, and fetching what has changed.
import * as board from "./board.js";
import { Offline, get } from "./net.js";

export const $ = (id) => document.getElementById(id);
export const texts = JSON.parse($("texts").textContent);

/** What the page shows: `at` is a move that is looked back at, `run` a run asked for, `sketch` one being put together. */
export const view = {
  facts: JSON.parse($("facts").textContent),
  at: null,
  run: "",
  sketch: null,
};
if (new URLSearchParams(location.search).has("at")) view.at = view.facts.at;
export const id = view.facts.id;

const hearers = [];
/** Be told of every change: `(fresh, before, names)`, the facts after and before it and the parts drawn anew. */
export function onChange(callback) {
  hearers.push(callback);
}

let asked = 0;
let busy = 0; // the number of what was asked last and is not answered yet
let again = false;
let latest = null; // what the news said last

export async function refresh() {
  if (busy) again = true;
  else await answered(get(`/games/${id}/view?${shown()}`)).catch(rue);
}

/** What the page has and shows, so that it is told only what is another. */
export function shown() {
  const query = new URLSearchParams({ known: Object.values(view.facts.known).join(".") });
  if (view.at !== null) query.set("at", view.at);
  if (view.run) query.set("run", view.run);
  return query;
}

/** Take in an answer that tells what has changed. News wait for it; what was asked before it no longer counts. */
export async function answered(answer) {
  const mine = (busy = ++asked);
  again = false;
  try {
    const told = await answer;
    if (mine !== busy) return;
    apply(told);
    connected(true);
  } finally {
    if (mine === busy) {
      busy = 0;
      if (again || behind()) refresh();
    }
  }
}

/** Whether the news told of something that is not shown yet. */
function behind() {
  const { number, version } = view.facts;
  return view.at === null && latest !== null && (latest.number > number || latest.version !== version);
}

function apply({ facts: fresh, fragments, redrawn }) {
  const before = view.facts;
  const held = document.activeElement?.closest("#menu, #hexmenu, #board");
  const names = Object.keys(fragments);
  const fits = redrawn && redrawn.base === before.known.board && !view.sketch;
  view.facts = fresh;
  if (before.decision !== fresh.decision) view.sketch = null;
  for (const [name, html] of Object.entries(fragments)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (name === "board") board.draw(html);
    else if (part) part.innerHTML = html;
  }
  if (fits) {
    board.redraw(redrawn);
    names.push("board");
  } else if (redrawn) {
    fresh.known.board = ""; // what is shown is not what was told of: all of it, then
    refresh();
  }
  if (names.includes("board") || names.includes("menu")) board.adopt(view.sketch ?? fresh.hexes);
  for (const hear of hearers) hear(fresh, before, names);
  if (fresh.prompt !== before.prompt) $("news").textContent = (fresh.turn ? `${texts.turn}: ` : "") + fresh.prompt;
  if (held && names.includes("menu") && (document.activeElement === document.body || !document.activeElement)) {
    if (!held.matches("#menu") && board.focusNear()) return;
    $("menu").querySelector("button, summary, input[type=number]")?.focus({ preventScroll: true });
  }
}

/** Say what went wrong; nothing said takes it back. */
export function regret(message) {
  $("refusal").textContent = message;
  $("refusal").hidden = !message;
}

/** Say what an error means: that nobody answers, or what the server has to say. */
export function rue(error) {
  if (!(error instanceof Offline)) {
    regret(error.message);
    return;
  }
  connected(false);
  clearTimeout(asking);
  asking = setTimeout(refresh, RETRY);
}

const RETRY = 2000; // milliseconds until somebody who did not answer is asked again
let asking = 0;
let news = null;
let missed = false;

function connected(is) {
  $("offline").hidden = is;
  missed ||= !is;
}

function listen() {
  news = new EventSource(`/api/games/${id}/stream`);
  news.addEventListener("change", (event) => {
    latest = JSON.parse(event.data);
    if (latest.number === view.facts.number && latest.version === view.facts.version) return;
    regret("");
    if (view.at !== null) $("slider").max = latest.moves;
    else if (!busy) refresh();
  });
  news.addEventListener("error", () => {
    connected(false);
    if (news.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  });
  news.addEventListener("open", () => {
    connected(true);
    if (missed && view.at === null) refresh();
    missed = false;
  });
}
listen();
addEventListener("pagehide", () => news.close());
