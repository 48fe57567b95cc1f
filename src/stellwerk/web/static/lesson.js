// A lesson: shows one of its pages, and rings what that page is about, wherever it lies on the table just now.
import { post } from "./net.js";
import * as stage from "./stage.js";

const panel = document.getElementById("lesson");
const RINGED = "lesson-ring";
const MARKED = "lesson-mark";
const narrow = matchMedia("(max-width: 820px)"); // the side lies below the board
let page = 0;
let shown = ""; // what was brought into sight, so that it happens once
let spoken = ""; // the page that was read last
let brought = false; // whether the stage shows what that page speaks of

const guide = () => panel.querySelector(".guide");
const pages = () => [...panel.querySelectorAll("[data-page]")];
const place = () => `lesson ${guide().dataset.game}`;

/** The page where one was reading, unless the game has moved on since. */
function turnTo() {
  if (!pages().length) {
    ring(); // nothing is pointed at any more
    return;
  }
  const first = Number(guide().dataset.first);
  const [stretch, number] = (sessionStorage.getItem(place()) ?? "").split(" ").map(Number);
  const before = page;
  page = stretch === first && number < pages().length ? number : first;
  paint();
  if (page !== before) toTop();
}

/** Where the side lies below the board, a new page begins right below the bar at the top, whatever its height. */
function toTop() {
  const bar = document.querySelector(".top").getBoundingClientRect();
  if (narrow.matches) scrollBy(0, panel.getBoundingClientRect().top - bar.bottom);
}

function paint() {
  const all = pages();
  all.forEach((one, number) => (one.hidden = number !== page));
  panel.querySelector('[data-lesson-turn="-1"]').disabled = page === 0;
  const last = panel.querySelector("[data-last]");
  const ended = page === all.length - 1;
  panel.querySelector('[data-lesson-turn="1"]').hidden = ended;
  if (last) last.hidden = !ended;
  panel.querySelector(".lesson-tools .quiet").hidden = Boolean(last) && ended;
  panel.querySelector("progress").value = page + 1;
  sessionStorage.setItem(place(), `${guide().dataset.first} ${page}`);
  panel.scrollTop = 0;
  speakOf(all[page].dataset.scene);
  ring();
}

/** What a page speaks of lies on the stage as soon as it is read; whoever looks elsewhere then is let alone. */
function speakOf(scene) {
  const read = `${guide().dataset.first} ${page}`;
  if (read === spoken) return;
  if (scene) stage.show(scene);
  else if (brought) stage.asDecided();
  [spoken, brought] = [read, Boolean(scene)];
}

// What a page points at ---------------------------------------------------------------------------------------

/** Whether a choice on the page is the action that is wanted; of an amount, all but the amount must fit. */
function fits(element, wanted) {
  const offered = JSON.parse(element.dataset.action);
  const free = element.dataset.field;
  const keys = new Set([...Object.keys(offered), ...Object.keys(wanted)]);
  return [...keys].every((key) => key === free || JSON.stringify(offered[key]) === JSON.stringify(wanted[key]));
}

/** What to press next for an action: a button, the group it lies in, a hex or its name, a tile, its turn, or to lay it. */
function forAction(wanted) {
  const offers = [...document.querySelectorAll("#hexmenu [data-action], #menu [data-action]")].filter((one) => fits(one, wanted));
  const tile = offers.find((one) => one.matches(".turned"));
  if (tile) {
    const pick = tile.closest(".tilepick");
    if (pick.getAttribute("aria-selected") !== "true") return [pick];
    return [document.querySelector(tile.hidden ? "#hexmenu [data-turn-tile]" : "#hexmenu [data-confirm]")];
  }
  if (offers.length) return [unfolded(offers[0])];
  if (!wanted.hex) return [];
  return [hexOf(wanted.hex), unfolded(document.querySelector(`#menu button[data-hex="${CSS.escape(wanted.hex)}"]`))];
}

/** A button of the menu, or the outermost group that must be opened to see it. */
function unfolded(button) {
  const closed = [...document.querySelectorAll("#menu details:not([open])")].find((one) => one.contains(button));
  return closed ? closed.querySelector("summary") : button;
}

const hexOf = (hex) => document.querySelector(`#board g.hex[data-hex="${CSS.escape(hex)}"]`);

/** Something by its name; where it lies on a hidden panel, the tab that shows it. */
function named(what) {
  const [kind, name] = what.split(/:(.*)/s);
  if (kind === "hex") return hexOf(name);
  if (kind === "tab") return document.querySelector(`[data-tab="${name}"]`) ?? document.querySelector(`[data-part="${name}"]`);
  if (kind === "head") return document.querySelector("#head .facts");
  if (kind === "runs") return document.getElementById("runs");
  if (kind === "company") return seen(document.querySelectorAll(`.card[data-company="${CSS.escape(name)}"]`));
  return null;
}

function seen(found) {
  const open = [...found].find((one) => !one.closest("[hidden]"));
  const hidden = found[0]?.closest("[role=tabpanel][hidden]");
  return open ?? (hidden && document.querySelector(`[data-tab="${hidden.id}"]`));
}

function targets() {
  const now = pages()[page];
  if (!now) return [];
  const found = now.dataset.wanted ? forAction(JSON.parse(now.dataset.wanted)) : [];
  for (const what of now.dataset.point.split(" ").filter(Boolean)) found.push(named(what));
  return [...new Set(found.filter(Boolean))];
}

function ring() {
  for (const old of document.querySelectorAll(`.${RINGED}`)) old.classList.remove(RINGED);
  for (const old of document.querySelectorAll(`.${MARKED}`)) old.remove();
  const found = targets();
  for (const one of found) {
    if (one.matches("g.hex")) mark(one);
    else one.classList.add(RINGED);
  }
  const show = panel.querySelector("[data-lesson-show]");
  if (show) show.hidden = !found.length;
  bring(found[0]);
}

/** A hex gets its own outline once more, above the others. */
function mark(hex) {
  const outline = hex.querySelector(".land")?.cloneNode(false);
  if (!outline) return;
  outline.removeAttribute("id");
  outline.setAttribute("class", MARKED);
  const above = document.createElementNS("http://www.w3.org/2000/svg", "g");
  above.setAttribute("class", MARKED);
  if (hex.hasAttribute("transform")) above.setAttribute("transform", hex.getAttribute("transform"));
  above.append(outline);
  hex.ownerSVGElement.append(above);
}

/** The first thing ringed comes into sight by itself: on the stage, and on wide screens within its own list. */
function bring(first) {
  const what = first ? `${page} ${first.dataset.action ?? first.dataset.hex ?? first.id}` : "";
  if (!first || what === shown) return;
  shown = what;
  if (first.closest("#board, #market")) stage.show(first.closest("#board") ? "board" : "market");
  if (!first.matches("g.hex") && !narrow.matches) first.scrollIntoView({ block: "nearest" });
}

function show() {
  const [first] = targets();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (first?.matches("[data-tab]")) first.click();
  const [now] = targets();
  (now ?? first)?.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  ring();
}

// Events -----------------------------------------------------------------------------------------------------

panel.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.lessonTurn) {
    page = Math.max(0, Math.min(pages().length - 1, page + Number(button.dataset.lessonTurn)));
    paint();
    toTop();
  } else if (button.dataset.lessonShow !== undefined) show();
  else if (button.dataset.lessonPost) {
    button.disabled = true;
    try {
      await post(`/games/${guide().dataset.game}/lesson/${button.dataset.lessonPost}`, {});
    } catch (error) {
      button.disabled = false;
      const showMessage = document.getElementById("refusal");
      showMessage.textContent = error.message;
      showMessage.hidden = false;
    }
  }
});

new MutationObserver(turnTo).observe(panel, { childList: true });
// The table changes by itself and by its reader's hand; rings follow, but never answer to each other.
let asked = false;
const follow = new MutationObserver((changes) => {
  const ours = ({ target, addedNodes, removedNodes }) =>
    target.classList?.contains(MARKED) || [...addedNodes, ...removedNodes].some((one) => one.classList?.contains(MARKED));
  if (asked || changes.every(ours)) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    ring();
  });
});
for (const id of ["board", "menu", "hexmenu", "companies", "players"]) {
  const part = document.getElementById(id);
  const attributes = id === "board" ? {} : { attributes: true, attributeFilter: ["hidden", "open", "aria-selected"] };
  if (part) follow.observe(part, { childList: true, subtree: true, ...attributes });
}
turnTo();
