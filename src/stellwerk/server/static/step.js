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

let busy = false;
let again = false;

export async function refresh() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      const query = new URLSearchParams({ known: Object.values(view.facts.known).join(".") });
      if (view.at !== null) query.set("at", view.at);
      if (view.run) query.set("run", view.run);
      apply(await get(`/games/${id}/view?${query}`));
      connected(true);
    } while (again);
  } catch (error) {
    rue(error);
  } finally {
    busy = false;
  }
}

function apply({ facts: fresh, fragments }) {
  const before = view.facts;
  const held = document.activeElement?.closest("#menu, #hexmenu, #board");
  view.facts = fresh;
  if (before.decision !== fresh.decision) view.sketch = null;
  for (const [name, html] of Object.entries(fragments)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part) part.innerHTML = html;
  }
  if ("board" in fragments || "menu" in fragments) board.adopt(view.sketch ?? fresh.hexes);
  for (const hear of hearers) hear(fresh, before, Object.keys(fragments));
  if (fresh.prompt !== before.prompt) $("news").textContent = (fresh.turn ? `${texts.turn}: ` : "") + fresh.prompt;
  if (held && "menu" in fragments && (document.activeElement === document.body || !document.activeElement)) {
    $("menu").querySelector("button, summary, input[type=number]")?.focus();
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
    const change = JSON.parse(event.data);
    if (change.number === view.facts.number && change.version === view.facts.version) return;
    regret("");
    if (view.at === null) refresh();
    else $("slider").max = change.moves;
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
