// Watching: moves of others one after another instead of all at once, and once more on request.
import { $, onChange, onNews, refresh, texts, view } from "./step.js";

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

async function next(after) {
  view.after = after;
  await refresh();
  view.after = null;
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

/** Bring the page up to date, move by move; one's own move comes first and at once. */
export async function watch(own = false) {
  if (own) await end();
  else if (showing) return;
  if (!watches() || document.hidden) {
    await refresh();
    return;
  }
  showing = { ended: false };
  showing.done = follow(showing, own);
  if (own) await showing.first;
}

async function follow(show, own) {
  const began = performance.now();
  const before = view.facts.at;
  show.first = next(before);
  await show.first;
  if (!own || view.facts.at > before + 1) caption(view.facts.said, behind());
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
