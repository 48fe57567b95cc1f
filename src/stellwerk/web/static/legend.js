// The legend of a run, where it covers no hex: in a free corner beside the whole board, else in a strip below.
import { alignTo, isWhole, laidOut, middles, onViewport, svg, usual } from "./viewport.js";

const view = document.getElementById("board");
const legend = document.getElementById("runs");
const stage = view.parentElement;
const GAP = 10;
const narrow = matchMedia("(max-width: 820px)");
const ASIDE = [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]]; // where else the board may lie in room that it does not need
const CORNERS = [[0, 1], [1, 1], [1, 0], [0, 0]];
let open = null; // whether somebody has opened or closed it
let queued = 0;
let placing = false;
const cards = document.getElementById("beside");

/** A corner that a legend of this size has for itself, and where the board lies then. */
function spotFor(aligns, hexes) {
  const { offsetWidth: wide, offsetHeight: high } = legend;
  for (const align of aligns) {
    const board = laidOut(...align);
    for (const corner of CORNERS) {
      const left = corner[0] ? view.clientWidth - GAP - wide : GAP;
      const top = corner[1] ? view.clientHeight - GAP - high : GAP;
      const clear = hexes.every(([e, f]) => {
        const [x, y] = [(e - board.left) * board.k, (f - board.top) * board.k];
        const dx = x - Math.max(left, Math.min(x, left + wide));
        const dy = y - Math.max(top, Math.min(y, top + high));
        return Math.hypot(dx, dy) >= board.radius;
      });
      if (clear) return { align, corner };
    }
  }
  return null;
}

/** Open rather than closed, wide rather than slim, and the board stays where it is if it can. */
function search(list) {
  const hexes = middles();
  for (const aligns of [[usual()], ASIDE]) {
    for (const opened of open === null ? [true, false] : [open]) {
      for (const slim of [false, true]) {
        list.open = opened;
        legend.classList.toggle("slim", slim);
        const spot = spotFor(aligns, hexes);
        if (spot) return spot;
      }
    }
  }
  return null;
}

function place() {
  queued = 0;
  if (!svg() || !view.clientWidth) return;
  placing = true;
  const list = legend.querySelector("details");
  let spot = null;
  const shared = stage.classList.contains("shared"); // then it stands above the cards beside the board
  if (shared !== (legend.parentElement === cards)) shared ? cards.append(legend) : cards.after(legend);
  if (list && !shared && isWhole() && !narrow.matches) {
    stage.classList.remove("strip");
    spot = search(list);
  }
  const strip = Boolean(list) && !spot && !shared;
  stage.classList.toggle("strip", strip);
  if (list && !spot) list.open = open ?? shared;
  const [across, down] = spot?.corner ?? [];
  legend.classList.toggle("at-right", across === 1);
  legend.classList.toggle("at-top", down === 0);
  alignTo(spot?.align ?? null);
  placing = false;
}

/** Before the next picture is shown, and once for all that has changed until then. */
function soon() {
  if (!placing) queued ||= requestAnimationFrame(place);
}

legend.addEventListener("click", (event) => {
  const list = event.target.closest("summary")?.parentElement;
  if (!list) return;
  event.preventDefault();
  open = list.open = !list.open;
  soon();
});
onViewport(soon);
new MutationObserver(soon).observe(legend, { childList: true });
soon();
