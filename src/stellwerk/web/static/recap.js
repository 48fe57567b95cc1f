// What happened since one's last turn: the strip, marks on the board, and what is said large.
import * as board from "./board.js";
import { $, id, onChange, view } from "./step.js";
import { replay, watches } from "./watch.js";

const strip = $("since");
const cleared = `cleared.${id}`;
const heard = `heard.${id}`;
const MOST = 4; // lines that are said at once
const LOUD = 3000; // milliseconds for which they are
const GAP = 6; // pixels between what is said large and what can be acted on
const kept = (key) => Number(localStorage.getItem(key) ?? -1);

function open(wanted) {
  strip.classList.toggle("open", wanted);
  strip.querySelector("[data-since=more]").setAttribute("aria-expanded", wanted);
}

function mark() {
  const { facts } = view;
  const now = facts.at === facts.moves;
  const shown = facts.changed.length > 0 && !(now && kept(cleared) >= facts.moves);
  for (const hex of document.querySelectorAll("#board g.hex.changed")) hex.classList.remove("changed");
  if (shown) for (const hex of facts.changed) board.find(hex)?.classList.add("changed");
  strip.querySelector("[data-since=clear]").hidden = !(shown && now);
}

/** What can be acted on, as far as it lies on the stage. */
const actable = () =>
  [...document.querySelectorAll("#board g.hex.legal > .land, #market .deeds, #hexmenu, #runs button")].filter((one) => one.checkVisibility({ visibilityProperty: true }));

/** Put what is said large where it covers nothing that can be acted on: above, below, else in the place of the strip. */
function place() {
  const line = $("announced");
  const taken = actable().map((one) => one.getBoundingClientRect());
  for (const way of ["", "at-foot"]) {
    $("overhead").className = `overhead ${way}`;
    $("overhead").append(line);
    const mine = line.getBoundingClientRect();
    const free = ({ left, right, top, bottom }) =>
      right < mine.left - GAP || left > mine.right + GAP || bottom < mine.top - GAP || top > mine.bottom + GAP;
    if (taken.every(free)) return;
  }
  strip.parentElement.append(line);
}

let ending = 0;
/** It goes by itself, counted from when somebody can see it. */
function fade() {
  clearTimeout(ending);
  if (!document.hidden && !$("announced").hidden) ending = setTimeout(hush, LOUD);
}

/** What has not been said yet; it stays for a moment, until it is closed or until one does something. */
function announce() {
  const { facts } = view;
  if (facts.at !== facts.moves) return;
  const news = facts.announced.filter(([move]) => move > kept(heard)).slice(-MOST);
  localStorage.setItem(heard, facts.moves);
  if (!news.length) return;
  for (const [, text] of news) {
    const line = document.createElement("p");
    line.textContent = text;
    $("announced").querySelector("div").append(line);
  }
  $("announced").hidden = false;
  fade();
}

function hush() {
  clearTimeout(ending);
  $("announced").hidden = true;
  $("announced").querySelector("div").replaceChildren();
}

function settle() {
  open(strip.classList.contains("open"));
  strip.querySelector("[data-watch]").checked = watches();
  mark();
  announce();
  if (!$("announced").hidden) requestAnimationFrame(place); // when the board is drawn and lit
}

strip.addEventListener("click", (event) => {
  const button = event.target.closest("[data-since]");
  if (!button) return;
  const what = button.dataset.since;
  if (what === "more") open(!strip.classList.contains("open"));
  else if (what === "play") {
    open(false);
    replay(Number(button.dataset.first));
  } else {
    localStorage.setItem(cleared, view.facts.moves);
    mark();
  }
});
strip.addEventListener("wheel", (event) => {
  if (strip.classList.contains("open")) return;
  event.preventDefault(); // a wheel moves what does not fit sideways
  $("since-list").scrollLeft += event.deltaY + event.deltaX;
}, { passive: false });
strip.addEventListener("change", (event) => {
  if (event.target.matches("[data-watch]")) localStorage.setItem("watch", event.target.checked ? "each" : "jump");
});
strip.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && strip.classList.contains("open")) {
    open(false);
    strip.querySelector("[data-since=more]").focus();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#since")) open(false);
});
$("announced").addEventListener("click", (event) => {
  if (event.target.closest("button")) hush();
});
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, (event) => event.target.closest?.("#announced") || hush());
document.addEventListener("visibilitychange", fade);
onChange((fresh, before) => {
  if (fresh.acted !== before.acted) hush();
  settle();
});
settle();
