// Watching: moves of others one after another instead of all at once, and once more on request.
import { $, answered, onChange, onNews, refresh, shown, texts, view } from "./step.js";

const EACH = 750; // milliseconds for a move of others
const MOST = 8000; // for all of them; then to the end
const SLOWLY = 1000; // for a move that is looked at again
const LINES = 5; // of a caption
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let showing = null; // { ended, wake, first, done }
let number = view.facts.number; // of the last news

/** Whether others' moves are shown one by one. */
export const watches = () => localStorage.getItem("watch") !== "jump" && !calm.matches;

function pause(show, time) {
  if (show.ended) return null;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    show.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** End what is being shown; others' moves go on at once to the last. */
function end() {
  if (!showing) return null;
  showing.ended = true;
  showing.wake?.();
  return showing.done;
}

/** What the page asks for: what has changed, or what comes of an action of one's own. */
const ask = (own) => (own ? answered(own(shown())) : refresh());

async function next(after, own = null) {
  view.after = after;
  try {
    await ask(own);
  } finally {
    view.after = null;
  }
}

const behind = () => view.facts.at !== view.facts.moves || view.facts.number < number;

function caption(lines, hint) {
  const place = $("caption");
  place.replaceChildren(
    ...lines.slice(-LINES).map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  if (lines.length && hint) place.append(Object.assign(document.createElement("small"), { textContent: texts.skip }));
  place.hidden = !lines.length;
}

/** Bring the page up to date, move by move; one's own, which is asked for by `own`, comes first and at once. */
export async function watch(own = null) {
  if (own) await end();
  else if (showing) return;
  if (!watches() || document.hidden) {
    await ask(own);
    return;
  }
  const show = (showing = { ended: false });
  const before = view.facts.at;
  show.first = next(before, own);
  show.done = follow(show, own ? before + 1 : before).catch(() => (showing = null)); // what went wrong is told by who asked
  if (own) await show.first;
}

/** `known` is the last move that the player knows: their own, or what the page showed. */
async function follow(show, known) {
  const began = performance.now();
  await show.first;
  if (view.facts.at > known) caption(view.facts.said, behind());
  await pause(show, EACH);
  while (behind() && !show.ended && performance.now() - began < MOST) {
    await next(view.facts.at);
    caption(view.facts.said, behind());
    await pause(show, EACH);
  }
  caption([]);
  showing = null;
  if (behind()) await refresh();
}

/** Show again what happened after a move; it stops where one wants to stay. */
export async function replay(first) {
  await end();
  showing = { ended: false };
  showing.done = again(showing, first);
}

async function again(show, first) {
  let at = first;
  do {
    view.at = at;
    await next(at);
    at = view.facts.at;
    const last = at === view.facts.moves;
    view.at = last ? null : at;
    history.replaceState(null, "", last ? location.pathname : `?at=${at}`);
    caption(view.facts.said);
    await pause(show, SLOWLY);
  } while (view.at !== null && !show.ended && !calm.matches);
  showing = null;
  if (view.at === null) caption([]);
}

/** Take up news that came while one was acting, should that have led nowhere. */
export function catchUp() {
  if (!showing && view.at === null && behind()) watch();
}

onNews((change) => {
  number = change.number;
  if (!document.body.classList.contains("acting")) watch(); // one's own move is shown when it has been taken
});
onChange((fresh) => {
  if (!showing) caption(fresh.past ? fresh.said : []);
});
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, true);
document.addEventListener("visibilitychange", end);
if (view.facts.past) caption(view.facts.said);
