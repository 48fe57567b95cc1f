// The stage: board or market, as the decision asks for; what a player chooses instead stays until the next kind of decision.
import { spare } from "./viewport.js";
import { id, onChange, reveal, view } from "./step.js";
import { lend, suggest } from "./tabs.js";

const narrow = matchMedia("(max-width: 820px)");
const key = `stage-${id}`;
const stalls = document.querySelector(".stalls");
const holdings = document.getElementById("holdings");
const chartless = !document.querySelector("#chart svg");
const beside = document.getElementById("beside");
const share = document.getElementById("share");
const CARD = 280; // pixels that a card beside the board needs
const MOST = 720; // more of them would only be wider
const APART = "stellwerk.beside"; // what a viewer wishes, for all tables

function chosen() {
  const [word, choice] = (sessionStorage.getItem(key) ?? "").split(" ");
  return word === view.facts.stage ? choice : "";
}

/** Put board or market on the stage. */
export function show(name) {
  const market = name === "market" && !(narrow.matches && chartless);
  document.body.classList.toggle("on-market", market);
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", button.dataset.view === (market ? "market" : "board"));
  }
  const shared = shares(market);
  lend("companies", narrow.matches ? null : market ? stalls : shared ? beside : null);
  (narrow.matches ? document.querySelector(".side") : stalls).append(holdings);
  if (market && narrow.matches) suggest("companies");
  fit();
  reveal();
}

/** Put on the stage what the decision asks for, or what a player has chosen instead. */
export function asDecided() {
  show(chosen() || view.facts.stage);
}

/** Whether cards lie beside the board: where its shape leaves room for them, unless the viewer wants none there. */
function shares(market) {
  const room = Math.min(MOST, Math.floor(spare()));
  const fits = room >= CARD && !narrow.matches && !market;
  const is = fits && localStorage.getItem(APART) !== "off";
  beside.hidden = !is;
  beside.style.width = is ? `${room}px` : "";
  beside.parentElement.classList.toggle("shared", is);
  share.hidden = !fits;
  share.setAttribute("aria-pressed", is);
  return is;
}

/** Let the chart reach over as many rows of cards beside it as come nearest to its height. */
function fit() {
  const chart = document.getElementById("chart");
  chart.style.gridRow = "";
  if (chartless || narrow.matches || !document.body.classList.contains("on-market")) return;
  const columns = getComputedStyle(stalls).gridTemplateColumns.split(" ").length;
  const beside = columns - (chart.querySelector(".tall") ? 1 : 3);
  if (beside < 1) return;
  stalls.classList.add("measured");
  const high = chart.offsetHeight;
  const cards = [...stalls.querySelectorAll(".stock")].map((card) => card.offsetHeight + 8);
  stalls.classList.remove("measured");
  let [rows, sum] = [0, 0];
  while (rows * beside < cards.length) {
    const next = Math.max(...cards.slice(rows * beside, (rows + 1) * beside));
    if (rows && sum + next - high > high - sum) break;
    sum += next;
    rows += 1;
  }
  chart.style.gridRow = `2 / span ${rows}`;
}

export function choose(name) {
  sessionStorage.setItem(key, `${view.facts.stage} ${name}`);
  show(name);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.dataset.view) choose(target.dataset.view);
  else if (target.matches("[data-hex], [data-run], [data-compose]")) show("board");
}, true);
narrow.addEventListener("change", asDecided);
onChange((fresh, before) => {
  if (fresh.stage !== before.stage && view.at === null) asDecided();
  else fit();
});
share.addEventListener("click", () => {
  localStorage.setItem(APART, beside.hidden ? "on" : "off");
  show("board");
});
new ResizeObserver(() => {
  if (!document.body.classList.contains("on-market")) show("board");
}).observe(beside.parentElement);
addEventListener("resize", fit);
asDecided();
