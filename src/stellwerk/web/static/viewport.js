// What is seen of the board: the whole of it or a part, how near, and where one was last time.
const view = document.getElementById("board");
const HEX = 100; // units of a drawing from one side of a hex to the other
const CLOSEST = 240; // pixels of a hex at most
const [MID, NEAR] = [42, 100]; // pixels of a hex from which on small things can be read; see detail.css
const ASIDE = 330; // pixels that a menu beside the board needs
const LIES = document.documentElement.dataset.turn ?? "0"; // how somebody wants the board: degrees, or its mirror image
const FLIPPED = LIES === "mirror";
const TURN = FLIPPED ? 0 : Number(LIES);
const KEPT = `stellwerk.sight${FLIPPED ? LIES : TURN || ""}`;
const GAMES = 40;

let whole = null; // the drawing's own view box
let part = null; // { x, y, zoom }: the middle of what is seen and how many times nearer it is; null is the whole board
let glance = null; // the same for a while, as long as something is chosen there
let align = null; // where the whole board lies in room that it does not need, if somebody has a wish
const scene = view.parentElement;
const room = { wide: 0, high: 0 }; // of the view, in pixels; asking for it each time would lay out the page each time
const hearers = [];

export const svg = () => view.querySelector("svg");
/** Where a hex lies on the board as it is seen: the sheet turns the drawing around the same middle. */
export function middle(hex) {
  const { e, f } = hex.transform.baseVal[0].matrix;
  if (FLIPPED) return { e: 2 * pivot[0] - e, f };
  if (!TURN) return { e, f };
  const [x, y] = [e - pivot[0], f - pivot[1]];
  const [sin, cos] = [Math.round(Math.sin((TURN * Math.PI) / 180)), Math.round(Math.cos((TURN * Math.PI) / 180))];
  return { e: pivot[0] + x * cos - y * sin, f: pivot[1] + x * sin + y * cos };
}
let pivot = [0, 0];
export const isWhole = () => !(glance ?? part);

/** Be told when something else is seen. */
export function onViewport(callback) {
  hearers.push(callback);
}

/** Take over a drawing: the same part of it is seen as before, also by those who come again. */
export function adopt() {
  const all = (svg().dataset.whole ??= svg().getAttribute("viewBox")); // what is set at first
  if (!whole) {
    part = recalled();
    measure();
  }
  whole = all.split(" ").map(Number);
  if (TURN || FLIPPED) {
    const [x, y, wide, high] = whole;
    pivot = [x + wide / 2, y + high / 2];
    if (TURN % 180) whole = [pivot[0] - high / 2, pivot[1] - wide / 2, high, wide];
    view.style.setProperty("--pivot", `${pivot[0]}px ${pivot[1]}px`);
    view.classList.add("turned");
  }
  view.style.setProperty("--shape", `${whole[2]} / ${whole[3]}`);
  show();
}

function measure() {
  [room.wide, room.high] = [view.clientWidth, view.clientHeight];
}

function fit() {
  return Math.min(room.wide / whole[2], room.high / whole[3]);
}

/** Pixels a unit of the drawing. */
export function scale() {
  return fit() * ((glance ?? part)?.zoom ?? 1);
}

/** The view box that fills the element: left, top, width, height in units. */
function box() {
  const k = scale();
  const [wide, high] = [room.wide / k, room.high / k];
  const now = glance ?? part;
  if (now) return [now.x - wide / 2, now.y - high / 2, wide, high];
  const [across, down] = align ?? usual();
  return [whole[0] - (wide - whole[2]) * across, whole[1] - (high - whole[3]) * down, wide, high];
}

function show() {
  if (!whole || !room.wide || !room.high) return; // something else is on the stage
  const seen = box().map((n) => n.toFixed(1)).join(" ");
  const size = `${room.wide}px`;
  if (seen === svg().getAttribute("viewBox") && svg().style.width === size) return;
  const hex = HEX * scale();
  for (const drawing of view.querySelectorAll(":scope > svg")) drawing.setAttribute("viewBox", seen);
  // In pixels: of a drawing whose size hangs on its surroundings all letters are set again whenever these change.
  svg().style.width = size;
  svg().style.height = `${room.high}px`;
  svg().dataset.detail = hex < MID ? "far" : hex < NEAR ? "mid" : "near";
  view.classList.toggle("zoomed", !isWhole());
  for (const hear of hearers) hear();
}

/** See a part: never nothing of the board, and never nearer or farther than makes sense. */
function see(x, y, zoom) {
  glance = null;
  part = within(x, y, zoom);
  keep();
  show();
}

function within(x, y, zoom) {
  zoom = Math.min(zoom, Math.max(1, CLOSEST / (HEX * fit())));
  if (zoom < 1.02) return null;
  const k = fit() * zoom;
  const held = (at, from, size, pixels) => {
    const half = pixels / k / 2;
    const over = Math.min(half, size / 2) * 0.5; // so far the edge may come in
    const [low, high] = [from + half - over, from + size - half + over];
    return low > high ? from + size / 2 : Math.min(high, Math.max(low, at));
  };
  return { x: held(x, whole[0], whole[2], room.wide), y: held(y, whole[1], whole[3], room.high), zoom };
}

/** Where on the drawing a point of the screen lies. */
function spot(x, y) {
  const area = view.getBoundingClientRect();
  const [left, top] = box();
  return [left + (x - area.left) / scale(), top + (y - area.top) / scale()];
}

export function zoomAt(x, y, factor) {
  if (!whole) return;
  const [px, py] = spot(x, y);
  const [left, top, wide, high] = box();
  const zoom = ((glance ?? part)?.zoom ?? 1) * factor;
  const f = scale() / (fit() * Math.max(1, Math.min(zoom, CLOSEST / (HEX * fit()))));
  see(px + (left + wide / 2 - px) * f, py + (top + high / 2 - py) * f, zoom);
}

export function zoom(what) {
  if (!whole) return;
  const area = view.getBoundingClientRect();
  if (what === "fit") see(0, 0, 1);
  else zoomAt(area.left + area.width / 2, area.top + area.height / 2, what === "in" ? 1.4 : 1 / 1.4);
}

/** Move what is seen by so many pixels. */
export function pan(dx, dy) {
  const now = glance ?? part;
  if (now) see(now.x - dx / scale(), now.y - dy / scale(), now.zoom);
}

/** Where a hex lies on the screen, and the room that it takes with its neighbours. */
export function around(hex) {
  const { e, f } = middle(hex);
  const area = view.getBoundingClientRect();
  const [left, top] = box();
  const k = scale();
  const [x, y] = [area.left + (e - left) * k, area.top + (f - top) * k];
  return new DOMRect(x - 1.5 * HEX * k, y - 1.5 * HEX * k, 3 * HEX * k, 3 * HEX * k);
}

/** For a while, see a hex and its neighbours within an area of the screen, near enough to tell what lies there. */
export function glanceAt(hex, area, least = 0) {
  const { e, f } = middle(hex);
  const all = view.getBoundingClientRect();
  const most = Math.min(area.width, area.height) / (3 * HEX);
  const k = Math.min(Math.max(scale(), least / HEX), most);
  glance = {
    x: e + (all.left + all.width / 2 - area.left - area.width / 2) / k,
    y: f + (all.top + all.height / 2 - area.top - area.height / 2) / k,
    zoom: k / fit(),
  };
  show();
}

export function endGlance() {
  if (!glance) return;
  glance = null;
  show();
}

/** Have a hex in sight. */
export function reveal(hex) {
  const area = view.getBoundingClientRect();
  const at = around(hex);
  const by = (low, high, from, to) => (low < from ? from - low : high > to ? to - high : 0);
  const third = at.width / 3;
  const dx = by(at.left + third, at.right - third, area.left, area.right);
  const dy = by(at.top + third, at.bottom - third, area.top, area.bottom);
  if (dx || dy) pan(dx, dy);
}

/** Where the whole board lies when nobody has a wish: in the middle, or at the left where a menu fits beside it then. */
export function usual() {
  const left = room.wide - whole[2] * fit();
  return [left > ASIDE && left < 2 * ASIDE ? 0 : 0.5, 0.5];
}

/** Let the whole board lie at one side of the room that it does not need; null is where it usually lies. */
export function alignTo(place) {
  align = place;
  show();
}

/** Room beside the whole board, at its left and right; cards that lie there count as room. */
export function beside() {
  const left = room.wide - whole[2] * fit();
  const [across] = align ?? usual();
  const lent = scene.clientWidth - room.wide;
  return isWhole() ? [left * across, left * (1 - across) + lent] : [0, lent];
}

/** Pixels across that a board of this shape can make no use of, whatever lies there now. */
export function spare() {
  const [, , ...drawn] = (svg()?.dataset.whole ?? svg()?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const [wide, high] = TURN % 180 ? drawn.reverse() : drawn;
  return wide ? scene.clientWidth - Math.min(scene.clientWidth, (scene.clientHeight * wide) / high) : 0;
}

/** The middles of all hexes, in units. */
export function middles() {
  return [...svg().querySelectorAll("g.hex[data-hex]")].map(middle).map(({ e, f }) => [e, f]);
}

/** Where the whole board would lie in the view, and how large a hex would be. */
export function laidOut(across, down) {
  const k = fit();
  const left = whole[0] - (room.wide / k - whole[2]) * across;
  const top = whole[1] - (room.high / k - whole[3]) * down;
  return { k, left, top, radius: 0.58 * HEX * k };
}

// Kept by this browser, as far as it keeps anything.
let later = 0;
function keep() {
  clearTimeout(later);
  later = setTimeout(write, 150);
}

function write() {
  later = 0;
  try {
    const all = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    delete all[location.pathname];
    if (part) all[location.pathname] = [part.x, part.y, part.zoom].map((n) => Number(n.toFixed(4)));
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-GAMES))));
  } catch {
    // then it is not kept
  }
}
addEventListener("pagehide", () => {
  if (!later) return;
  clearTimeout(later);
  write();
});

function recalled() {
  try {
    const [x, y, zoom] = JSON.parse(localStorage.getItem(KEPT) ?? "{}")[location.pathname];
    return [x, y, zoom].every(Number.isFinite) ? { x, y, zoom } : null;
  } catch {
    return null;
  }
}

new ResizeObserver(() => {
  measure();
  if (part && whole && room.wide) part = within(part.x, part.y, part.zoom);
  show();
}).observe(view);
