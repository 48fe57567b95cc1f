// The stage: board or market, as the decision asks for; what a player chooses instead stays until the next kind of decision.
import { id, onChange, view } from "./step.js";
import { lend } from "./tabs.js";

const narrow = matchMedia("(max-width: 820px)");
const key = `stage-${id}`;
const chartless = !document.querySelector("#chart svg");

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
  lend("companies", market && !narrow.matches ? document.querySelector(".stalls") : null);
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
narrow.addEventListener("change", () => show(chosen() || view.facts.stage));
onChange((fresh, before) => {
  if (fresh.stage !== before.stage && view.at === null) show(chosen() || fresh.stage);
});
show(chosen() || view.facts.stage);
