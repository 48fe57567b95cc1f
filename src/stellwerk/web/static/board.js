// The board: drawn anew where it has changed, hexes that can be chosen, and a tile shown in its place before it is laid.
import { dragged } from "./gestures.js";
import { settle } from "./motion.js";
import * as viewport from "./viewport.js";

export const zoom = viewport.zoom;

const view = document.getElementById("board");
const NS = "http://www.w3.org/2000/svg";
const OURS = ["legal", "chosen", "changed"]; // classes that the drawing does not have from the server
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FEW = 4; // tiles that settle at once; more were not laid just now
let choose = () => {};
let last = ""; // the hex that was chosen last

export function onChoose(callback) {
  choose = callback;
}

const hexes = () => [...view.querySelectorAll("g.hex[data-hex]")];
const kind = (hex) => [...hex.classList].filter((one) => !OURS.includes(one)).join(" ");

/** Draw the board as a whole. */
export function draw(html) {
  const before = new Map(hexes().map((hex) => [hex.dataset.hex, kind(hex)]));
  view.innerHTML = html;
  const laid = hexes().filter((hex) => before.has(hex.dataset.hex) && before.get(hex.dataset.hex) !== kind(hex));
  if (laid.length <= FEW) laid.filter((hex) => hex.matches(".tile")).forEach(settle);
}

/** Draw only what is another now: some hexes, and what lies around and over all of them unless that is the same. */
export function redraw({ hexes: some, rest }) {
  const drawing = viewport.svg();
  for (const hex of view.querySelectorAll("g.hex.changed")) hex.classList.remove("changed");
  if (rest) {
    const fresh = parsed(rest);
    const middle = drawing.querySelector("g.hexes");
    for (const old of [...drawing.children]) if (old !== middle) old.remove();
    let place = (one) => middle.before(one);
    for (const one of [...fresh.children]) {
      if (one.matches("g.hexes")) place = (next) => drawing.append(next);
      else place(one);
    }
  }
  const laid = [];
  for (const fresh of [...parsed(`<svg>${Object.values(some).join("")}</svg>`).children]) {
    const old = find(fresh.dataset.hex);
    if (kind(old) !== kind(fresh)) laid.push(fresh);
    old.replaceWith(fresh);
  }
  if (laid.length <= FEW) laid.filter((hex) => hex.matches(".tile")).forEach(settle);
}

function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return document.importNode(holder.content.firstElementChild, true);
}

/** Take over a board that was drawn: the same part of it stays in sight, and what can be chosen glows. */
export function adopt(legal) {
  if (!viewport.svg()) return;
  viewport.adopt();
  for (const hex of hexes()) {
    const is = hex.dataset.hex in legal;
    if (is !== hex.matches(".legal")) light(hex, is);
  }
  rove(legals()[0]);
}

const legals = () => [...view.querySelectorAll("g.hex.legal")];

function light(hex, on) {
  hex.classList.toggle("legal", on);
  hex.querySelector(":scope > .glow")?.remove();
  if (!on) {
    hex.setAttribute("role", "img");
    hex.removeAttribute("tabindex");
    for (const part of hex.children) part.removeAttribute("aria-hidden");
    return;
  }
  for (const part of hex.children) if (part.tagName !== "title") part.setAttribute("aria-hidden", "true"); // a button is what its title says
  hex.setAttribute("role", "button");
  hex.setAttribute("tabindex", "-1");
  const land = hex.querySelector(":scope > .land");
  const glow = document.createElementNS(NS, "path");
  glow.setAttribute("class", "glow");
  glow.setAttribute("d", land.getAttribute("d"));
  land.after(glow); // under all that is drawn on it
}

/** One hex is reached by Tab, the others from there by arrows. */
function rove(hex) {
  for (const one of view.querySelectorAll('g.hex[tabindex="0"]')) one.setAttribute("tabindex", "-1");
  hex?.setAttribute("tabindex", "0");
}

const middle = (hex) => {
  const { e, f } = viewport.middle(hex);
  return [e, f];
};

/** The hex that can be chosen next to one, in a direction if there is one. */
function beside(hex, way = null) {
  const [x, y] = middle(hex);
  let best = null;
  for (const one of legals()) {
    if (one === hex) continue;
    const [dx, dy] = middle(one).map((n, i) => n - [x, y][i]);
    const along = way ? dx * way[0] + dy * way[1] : 0;
    const aside = way ? Math.abs(dx * way[1]) + Math.abs(dy * way[0]) : Math.hypot(dx, dy);
    if (way && along < 1) continue;
    const far = along + 2 * aside;
    if (!best || far < best.far) best = { one, far };
  }
  return best?.one;
}

/** Give the focus to a hex that can be chosen, the nearest to where something was done last; whether there is one. */
export function focusNear() {
  const here = last ? find(last) : null;
  const hex = here?.matches(".legal") ? here : here ? beside(here) : legals()[0];
  hex?.focus({ preventScroll: true });
  return Boolean(hex);
}

view.addEventListener("focusin", (event) => {
  const hex = event.target.closest("g.hex.legal");
  if (!hex) return;
  rove(hex);
  if (hex.matches(":focus-visible")) viewport.reveal(hex);
});
view.addEventListener("click", (event) => {
  if (dragged()) return;
  if (event.target.closest("g.preview")) {
    view.dispatchEvent(new CustomEvent("turn"));
    return;
  }
  const hex = event.target.closest("g.hex[data-hex]");
  choose(hex ? hex.dataset.hex : null, hex);
});
view.addEventListener("keydown", (event) => {
  const hex = event.target.closest("g.hex.legal");
  if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(hex.dataset.hex, hex);
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    event.stopPropagation(); // arrows look back anywhere else
    beside(hex, ARROWS[event.key])?.focus({ preventScroll: true });
  }
});

export function find(hex) {
  return view.querySelector(`g.hex[data-hex="${CSS.escape(hex)}"]`);
}

/** Show a tile where it would lie. */
export function preview(hex, tile) {
  clearPreview();
  const place = find(hex);
  if (!place || !tile) return;
  const ghost = document.createElementNS(NS, "g");
  ghost.setAttribute("class", "preview");
  ghost.setAttribute("transform", place.getAttribute("transform"));
  ghost.append(tile.cloneNode(true));
  viewport.svg().append(ghost);
}

export function clearPreview() {
  for (const ghost of view.querySelectorAll("g.preview")) ghost.remove();
}

export function mark(hex) {
  for (const group of view.querySelectorAll("g.hex.chosen")) group.classList.remove("chosen");
  if (!hex) return;
  find(hex)?.classList.add("chosen");
  last = hex;
}
