// The legend of a run, where it covers no hex: in a free corner beside the whole board, else in a strip below.
import { alignTo, isWhole, laidOut, middles, onSight, svg, usual } from "./sight.js";

const view = document.getElementById("board");
const legend = document.getElementById("runs");
const stage = view.parentElement;
const GAP = 10;
const narrow = matchMedia("(max-width: 820px)");
// Where the board lies in the room it does not need, and in which corner the legend: first as usual, then aside.
const ASIDE = [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]];
const CORNERS = [[0, 1], [1, 1], [1, 0], [0, 0]];
let open = null; // whether somebody has opened or closed it
let placing = false;

function free({ align, corner }, wide, high, hexes) {
  const left = corner[0] ? view.clientWidth - GAP - wide : GAP;
  const top = corner[1] ? view.clientHeight - GAP - high : GAP;
  const board = laidOut(...align);
  return hexes.every(([e, f]) => {
    const [x, y] = [(e - board.left) * board.k, (f - board.top) * board.k];
    const dx = x - Math.max(left, Math.min(x, left + wide));
    const dy = y - Math.max(top, Math.min(y, top + high));
    return Math.hypot(dx, dy) >= board.radius;
  });
}

/** Choose a place; the board keeps its size wherever it can. */
function place() {
  if (placing || !svg() || !view.clientWidth) return;
  placing = true;
  const list = legend.querySelector("details");
  let spot = null;
  if (list && isWhole() && !narrow.matches) {
    stage.classList.remove("strip");
    const hexes = middles();
    const spots = [usual(), ...ASIDE].flatMap((align) => CORNERS.map((corner) => ({ align, corner })));
    for (const opened of open === null ? [true, false] : [open]) {
      list.open = opened;
      const { offsetWidth: wide, offsetHeight: high } = legend;
      spot = spots.find((one) => free(one, wide, high, hexes));
      if (spot) break;
    }
  }
  const strip = Boolean(list) && !spot;
  stage.classList.toggle("strip", strip);
  if (strip) list.open = open ?? false;
  const [across, down] = spot?.corner ?? [];
  legend.classList.toggle("at-right", across === 1);
  legend.classList.toggle("at-top", down === 0);
  alignTo(spot?.align ?? null);
  placing = false;
}

legend.addEventListener("click", (event) => {
  const list = event.target.closest("summary")?.parentElement;
  if (!list) return;
  event.preventDefault();
  open = !list.open;
  list.open = open;
  place();
});
onSight(place);
new MutationObserver(place).observe(legend, { childList: true });
