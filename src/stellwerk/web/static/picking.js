// Picking a company: its arrows on the chart, its stations and last run on the board, its choices first.
import { onChange, refresh, view } from "./step.js";

let picked = "";
const subject = (element) => element.closest?.("[data-company]")?.dataset.company ?? "";
const within = ".stock, #menu .do, #menu .group, .chart-view .marker, .chart-view .coming, #holdings [data-company]";

/** Show the arrows of a company; of an action, only where it leads. */
function arrows(company, why = "") {
  const group = company ? document.querySelector(`.ways[data-company="${CSS.escape(company)}"]`) : null;
  for (const other of document.querySelectorAll(".ways.shown")) other.classList.remove("shown");
  group?.classList.add("shown");
  const prices = new Map([...(group?.children ?? [])].map((way) => [way.dataset.why, way]));
  for (const item of document.querySelectorAll(".why [data-why]")) {
    const way = prices.get(item.dataset.why);
    const meant = Boolean(way) && (!why || why === item.dataset.why);
    item.querySelector("b").textContent = way ? way.dataset.price : "";
    item.classList.toggle("meant", meant);
    way?.classList.toggle("meant", meant);
  }
}

/** Why the price would move if this were done. */
function reason(element) {
  const action = JSON.parse(element.closest("[data-action]")?.dataset.action ?? "{}");
  return { sell_shares: "sell", dividend: action.kind }[action.type] ?? "";
}

function paint() {
  for (const card of document.querySelectorAll(".stock[data-company]")) {
    const mine = card.dataset.company === picked;
    card.classList.toggle("picked", mine);
    card.querySelector("[data-pick]")?.setAttribute("aria-pressed", mine);
  }
  for (const choice of document.querySelectorAll("#menu [data-company]")) {
    const mine = picked !== "" && choice.dataset.company === picked;
    choice.classList.toggle("of-picked", mine);
    if (mine && choice.matches("details")) choice.open = true;
  }
  for (const piece of document.querySelectorAll("#board [data-company], .chart-view .marker")) {
    piece.classList.toggle("of-picked", picked !== "" && piece.dataset.company === picked);
  }
  arrows(picked);
}

export function pick(company) {
  picked = picked === company ? "" : company;
  paint();
  document.querySelector("#menu .of-picked")?.scrollIntoView({ block: "nearest" });
  view.run = picked;
  refresh();
}

document.addEventListener("click", (event) => {
  const card = event.target.closest(".stock[data-company], .chart-view .marker");
  if (card && !event.target.closest(".deeds")) pick(card.dataset.company);
  for (const fold of document.querySelectorAll(".fold[open]")) if (!fold.contains(event.target)) fold.open = false;
});
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest?.(within)) arrows(subject(event.target), reason(event.target));
    else if (kind === "pointerover") arrows(picked);
  });
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const fold of document.querySelectorAll(".fold[open]")) fold.open = false;
});
onChange(paint);
