// Keeping the page in step with the game: what it shows, and fetching what has changed.
import * as board from "./board.js";
import { Offline, get } from "./net.js";

export const $ = (id) => document.getElementById(id);
export const texts = JSON.parse($("texts").textContent);

/**
 * What the page shows: `at` is a move that is looked back at, `run` a run asked for, `sketch` one being put together;
 * after `after` comes the next move where one is shown after another.
 */
export const view = {
  facts: JSON.parse($("facts").textContent),
  at: null,
  run: "",
  sketch: null,
  after: null,
};
// A link to what is the last move now is no looking back: the page goes on with the game.
if (new URLSearchParams(location.search).has("at") && view.facts.at < view.facts.moves) view.at = view.facts.at;
export const id = view.facts.id;

const hearers = [];
/** Be told of every change: `(fresh, before, names)`, the facts after and before it and the parts drawn anew. */
export function onChange(callback) {
  hearers.push(callback);
}

let follow = refresh;
/** Have somebody else bring the page up to date when others have moved. */
export function onNews(callback) {
  follow = callback;
}

let hear = () => {};
/** Be told what was said last, by room. */
export function onTalk(callback) {
  hear = callback;
}

let asked = 0;
let busy = null; // what was asked last, until it is answered
let again = false;

export function refresh() {
  if (!busy) return answered(get(`/games/${id}/view?${shown()}`)).catch(showError);
  again = true;
  return busy.catch(() => {});
}

const FOLDED = ["players", "companies", "chart", "supply", "log", "tables", "train", "holdings"];
const stale = new Set(); // those of them that have changed while nobody saw them
let lastAfter = null; // the move after which the page shows the next one

/** Whether a part lies in another tab, or on the stage that is away. */
function folded(name) {
  const part = $(name);
  const market = document.body.classList.contains("on-market");
  if (part.hidden || part.closest("#market")) return part.hidden || !market;
  return Boolean(part.closest("#beside")) && (market || $("beside").hidden);
}

/** Fetch what comes into sight and has changed meanwhile; until then it is not shown. */
export function reveal() {
  if (![...stale].some((name) => !folded(name))) return;
  if (busy) {
    busy.then(reveal, reveal);
    return;
  }
  const { after } = view;
  view.after = lastAfter;
  const answer = refresh();
  view.after = after;
  answer.then(() => {
    for (const name of stale) if (!folded(name)) $(name).classList.remove("stale"); // rather as it was than nothing
  });
}

/** What was told of is fresh, what was not is stale if anything has changed. */
function age(fresh, before) {
  const same = ["number", "version", "at", "run"].every((fact) => fresh[fact] === before[fact]);
  for (const name of FOLDED) {
    if (name in fresh.known) stale.delete(name);
    else if (!same) stale.add(name);
    $(name).classList.toggle("stale", stale.has(name));
  }
  fresh.known = { ...before.known, ...fresh.known };
}

/** What the page has and shows, so that it is told only what is another. */
export function shown() {
  const query = new URLSearchParams({ known: Object.values(view.facts.known).join(".") });
  query.set("shows", FOLDED.filter((name) => !folded(name)).join("."));
  lastAfter = view.after;
  if (view.at !== null) query.set("at", view.at);
  if (view.after !== null) query.set("after", view.after);
  if (view.after !== null && view.at === null) query.set("watch", 1);
  if (view.run) query.set("run", view.run);
  return query;
}

/** Take in an answer that tells what has changed; what was asked before it no longer counts. */
export function answered(answer) {
  again = false;
  busy = take(answer, ++asked);
  return busy;
}

async function take(answer, mine) {
  try {
    const told = await answer;
    if (mine !== asked) return;
    apply(told);
    connected(true);
  } finally {
    if (mine === asked) {
      busy = null;
      if (again) await refresh();
    }
  }
}

function apply({ facts: fresh, fragments, redrawn }) {
  const before = view.facts;
  const held = document.activeElement?.closest("#menu, #hexmenu, #board");
  const names = Object.keys(fragments);
  const fits = redrawn && redrawn.base === before.known.board && !view.sketch;
  age(fresh, before);
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
  for (const hear of hearers) {
    try {
      hear(fresh, before, names);
    } catch (error) {
      reportError(error); // what one part of the page cannot do is no refusal, and the others go on
    }
  }
  if (fresh.prompt !== before.prompt) $("news").textContent = (fresh.turn ? `${texts.turn}: ` : "") + fresh.prompt;
  if (held && names.includes("menu") && (document.activeElement === document.body || !document.activeElement)) {
    if (!held.matches("#menu") && board.focusNear()) return;
    $("menu").querySelector("button, summary, input[type=number]")?.focus({ preventScroll: true });
  }
}

/** Say what went wrong; nothing said takes it back. A paragraph that is named leads to what it says. */
export function showMessage(message, anchor = "") {
  $("refusal").textContent = message;
  $("refusal").hidden = !message;
  const [, before, named] = (anchor && message.match(/^(.*\()([^()]*\))$/s)) || [];
  if (!named) return;
  const link = document.createElement("a");
  [link.href, link.target, link.textContent] = [texts.rules + anchor, "_blank", named.slice(0, -1)];
  $("refusal").replaceChildren(before, link, ")");
}

/** Say what an error means: that nobody answers, or what the server has to say. */
export function showError(error) {
  if (!(error instanceof Offline)) {
    showMessage(error.message, error.data?.anchor);
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
    hear(change.talk);
    if (change.number === view.facts.number && change.version === view.facts.version) return;
    showMessage("");
    if (view.at === null) follow(change);
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
