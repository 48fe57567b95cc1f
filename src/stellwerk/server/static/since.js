// What happened since one's last turn: the strip, marks on the board, and what is said large.
import * as board from "./board.js";
import { $, id, onChange, view } from "./step.js";
import { replay, watches } from "./watch.js";

const strip = $("since");
const cleared = `cleared.${id}`;
const heard = `heard.${id}`;
const MOST = 4; // lines that are said at once
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

/** What has not been said yet; it stays until it is closed or one acts. */
function announce() {
  const { facts } = view;
  if (facts.at !== facts.moves) return;
  const news = facts.loud.filter(([move]) => move > kept(heard)).slice(-MOST);
  localStorage.setItem(heard, facts.moves);
  if (!news.length) return;
  for (const [, text] of news) {
    const line = document.createElement("p");
    line.textContent = text;
    $("loud").querySelector("div").append(line);
  }
  $("loud").hidden = false;
}

function hush() {
  $("loud").hidden = true;
  $("loud").querySelector("div").replaceChildren();
}

function settle() {
  open(strip.classList.contains("open"));
  strip.querySelector("[data-watch]").checked = watches();
  mark();
  announce();
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
$("loud").addEventListener("click", (event) => {
  if (event.target.closest("button")) hush();
});
onChange((fresh, before) => {
  if (fresh.acted !== before.acted) hush();
  settle();
});
settle();
