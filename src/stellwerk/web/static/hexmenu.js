// What can be done on a hex: tiles that fit, turned by click or key, or anything else that is about a place.
import * as board from "./board.js";
import { text } from "./net.js";
import { around, beside, endGlance, glanceAt } from "./viewport.js";

const menu = document.getElementById("hexmenu");
const stage = menu.parentElement;
let open = null; // { hex, tile, turn }
let act = () => {};
let asked = 0;
const narrow = matchMedia("(max-width: 820px)");
const GAP = 8; // pixels between things
const PLAIN = 84; // pixels of a hex that is looked at from near

export function onAct(callback) {
  act = callback;
}

export const isOpen = () => open !== null;

export function close(refocus = false) {
  if (!open) return;
  const hex = open.hex;
  open = null;
  menu.hidden = true;
  menu.replaceChildren();
  board.clearPreview();
  board.mark(null);
  endGlance();
  if (refocus) board.find(hex)?.focus();
}

/** Open the menu of a hex; `at` is the move that is looked back at, if any. */
export async function show(id, hex, place, at = null) {
  const mine = ++asked;
  const html = await text(`/games/${id}/hexes/${encodeURIComponent(hex)}${at === null ? "" : `?at=${at}`}`);
  if (mine !== asked) return;
  close();
  open = { hex, tile: -1, turn: 0 };
  menu.innerHTML = html;
  menu.hidden = false;
  const says = menu.querySelector(".says");
  if (says) says.textContent = board.find(hex)?.querySelector("title")?.textContent ?? "";
  board.mark(hex);
  put(place ?? board.find(hex));
  const picks = menu.querySelectorAll(".tilepick");
  if (picks.length) pick(0);
  const first = menu.querySelector(".tilepick") ?? menu.querySelector(".do") ?? menu.querySelector("[data-close]");
  first.focus({ preventScroll: true });
}

/** Beside the hex and its neighbours, which the tile must match; a sheet at the foot of narrow screens. */
function put(place) {
  menu.style.left = menu.style.top = "";
  if (!place) return;
  const room = stage.getBoundingClientRect();
  if (narrow.matches) {
    putBelow(place, room);
    return;
  }
  const { width, height } = menu.getBoundingClientRect();
  const hex = around(place);
  const [right, bottom] = [room.right - GAP, room.bottom - GAP];
  const [atLeft, atRight] = beside();
  const sides = [
    { left: right - width, free: atRight - width - 2 * GAP }, // where there is no board at all
    { left: room.left + GAP, free: atLeft - width - 2 * GAP },
    { left: hex.right + GAP, free: right - hex.right - GAP - width },
    { left: hex.left - GAP - width, free: hex.left - GAP - width - room.left - GAP },
    { top: hex.bottom + GAP, free: bottom - hex.bottom - GAP - height },
    { top: hex.top - GAP - height, free: hex.top - GAP - height - room.top - GAP },
  ];
  const kinds = [sides.slice(0, 2), sides.slice(2, 4), sides.slice(4)];
  const best = kinds.map(([one, other]) => (other.free > one.free ? other : one));
  let side = best.find(({ free }) => free >= 0);
  const far = document.querySelector('#board > svg[data-detail="far"]');
  if (far && stage.classList.contains("shared")) {
    glanceAt(place, document.getElementById("board").getBoundingClientRect(), PLAIN);
    side = best[0];
  } else if (!side || far) {
    // There is no room beside it: the board makes some, for as long as the menu is open.
    const toRight = hex.left + hex.right < room.left + room.right;
    const left = toRight ? room.left : room.left + width + 2 * GAP;
    glanceAt(place, new DOMRect(left, room.top, room.width - width - 2 * GAP, bottom - room.top), far ? PLAIN : 0);
    side = { left: toRight ? right - width : room.left + GAP };
  }
  const now = around(place);
  const held = (at, low, high) => Math.max(low, Math.min(at, high));
  const left = side.left ?? now.left + now.width / 2 - width / 2;
  const top = side.top ?? now.top + now.height / 2 - height / 2;
  menu.style.left = `${held(left, room.left + GAP, right - width) - room.left}px`;
  menu.style.top = `${held(top, room.top + GAP, bottom - height) - room.top}px`;
}

/** The hex is seen in what the sheet leaves of the board, from near. */
function putBelow(place, room) {
  const head = document.querySelector(".top").getBoundingClientRect().height;
  scrollBy({ top: room.top - head, behavior: "instant" });
  const seen = document.getElementById("board").getBoundingClientRect();
  const [top, bottom] = [Math.max(seen.top, head), Math.min(seen.bottom, menu.getBoundingClientRect().top)];
  if (bottom - top > 60) glanceAt(place, new DOMRect(seen.left, top, seen.width, bottom - top), PLAIN);
}

function turns(tile) {
  return [...menu.querySelectorAll(`.tilepick[data-tile="${tile}"] .turned`)];
}

function pick(tile) {
  if (open.tile === tile) {
    turn();
    return;
  }
  open.tile = tile;
  open.turn = 0;
  paint();
}

export function turn() {
  if (!open || open.tile < 0) return;
  open.turn = (open.turn + 1) % turns(open.tile).length;
  paint();
}

function paint() {
  for (const button of menu.querySelectorAll(".tilepick")) {
    const chosen = Number(button.dataset.tile) === open.tile;
    button.setAttribute("aria-selected", chosen);
  }
  const all = turns(open.tile);
  all.forEach((one, number) => (one.hidden = number !== open.turn));
  const now = all[open.turn];
  menu.querySelector(".what").textContent = now.dataset.text;
  menu.querySelector(".confirm").hidden = false;
  menu.querySelector("[data-turn-tile]").disabled = all.length < 2;
  board.preview(open.hex, now.querySelector("svg > g.hex"));
}

function confirm() {
  if (open && open.tile >= 0) act(JSON.parse(turns(open.tile)[open.turn].dataset.action));
}

menu.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-close]")) close(true);
  else if (button.matches(".tilepick")) pick(Number(button.dataset.tile));
  else if (button.matches("[data-turn-tile]")) turn();
  else if (button.matches("[data-confirm]")) confirm();
});
document.getElementById("board").addEventListener("turn", turn);
addEventListener("keydown", (event) => {
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") close(true);
  else if (event.key.toLowerCase() === "r" && open.tile >= 0) turn();
  else if (event.key === "Enter" && event.target.matches(".tilepick") && Number(event.target.dataset.tile) === open.tile) {
    event.preventDefault();
    confirm();
  }
});
