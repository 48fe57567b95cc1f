// What can be done on a hex: tiles that fit, turned by click or key, or anything else that is about a place.
import * as board from "./board.js";
import { text } from "./net.js";

const menu = document.getElementById("hexmenu");
const stage = menu.parentElement;
let open = null; // { hex, tile, turn }
let act = () => {};
let asked = 0;

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
  if (refocus) board.find(hex)?.focus();
}

export async function show(id, hex, place) {
  const mine = ++asked;
  const html = await text(`/games/${id}/hexes/${encodeURIComponent(hex)}`);
  if (mine !== asked) return;
  close();
  open = { hex, tile: -1, turn: 0 };
  menu.innerHTML = html;
  menu.hidden = false;
  board.mark(hex);
  put(place ?? board.find(hex));
  const picks = menu.querySelectorAll(".tilepick");
  if (picks.length) pick(0);
  (menu.querySelector(".tilepick") ?? menu.querySelector(".do") ?? menu.querySelector("[data-close]")).focus();
}

/** Beside the hex, within the stage; a sheet at the foot of narrow screens. */
function put(place) {
  menu.style.left = menu.style.top = "";
  if (!place || matchMedia("(max-width: 820px)").matches) return;
  const around = stage.getBoundingClientRect();
  const hex = place.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  let left = hex.right - around.left + 10;
  if (left + size.width > around.width - 8) left = hex.left - around.left - size.width - 10;
  const top = hex.top + hex.height / 2 - around.top - size.height / 2;
  menu.style.left = `${Math.max(8, Math.min(left, around.width - size.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(top, around.height - size.height - 8))}px`;
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
