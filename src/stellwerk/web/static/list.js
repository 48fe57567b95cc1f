// A long list of choices: how many more follow below, and a filter by words.
import { number } from "./keys.js";
import { $, onChange, texts } from "./step.js";

const menu = $("menu");
const below = $("below");
const ONES = "details > summary, form.range, button.do, .pills button, .impossible li";
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Tell how many choices lie below what can be seen, and fade the last line, so that nobody takes it for the end.
 * Who wants to see them gets more room for the list, until the next decision. */
function count() {
  const foot = menu.querySelector(".foot");
  const room = menu.getBoundingClientRect();
  const end = room.bottom - (foot?.childElementCount ? foot.offsetHeight : 0);
  const hidden = [...menu.querySelectorAll(ONES)].filter(
    (one) => !one.matches("form.range button, .foot *, .impossible li") && one.checkVisibility() && one.getBoundingClientRect().bottom > end + 4,
  );
  const scrolls = getComputedStyle(menu).overflowY !== "visible" && menu.scrollTop + menu.clientHeight < menu.scrollHeight - 4;
  below.hidden = !scrolls || !hidden.length;
  below.textContent = texts.below.replace("0", hidden.length);
  menu.parentElement.classList.toggle("goes-on", scrolls);
  menu.parentElement.style.setProperty("--foot", `${Math.round(room.bottom - end)}px`);
}

let soon = 0;
/** Once, when all that changes has changed. */
function later() {
  cancelAnimationFrame(soon);
  soon = requestAnimationFrame(count);
}

/** Show only what has all the words; groups that have some open, others go. */
function filter(field) {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const fits = (text) => words.every((word) => plain(text).includes(word));
  for (const one of menu.querySelectorAll("form.range, button.do, .pills button, .impossible li")) {
    if (one.matches("form.range button, .foot *")) continue;
    const group = [...ancestors(one)].map((each) => each.querySelector("summary").textContent).join(" ");
    const whole = one.closest(".offered") ?? one;
    whole.hidden = !fits(`${group} ${one.textContent}`);
  }
  for (const group of [...menu.querySelectorAll("details")].reverse()) {
    const found = [...group.querySelectorAll("form.range, button.do, .pills button, li")].some((one) => !one.closest("[hidden]"));
    group.hidden = !found;
    group.dataset.was ??= group.open ? "open" : "";
    group.open = words.length ? found && !group.matches(".impossible") : Boolean(group.dataset.was);
    if (!words.length) delete group.dataset.was;
  }
  for (const aside of menu.querySelectorAll(".aside")) {
    aside.hidden = ![...aside.querySelectorAll("form.range, button.do")].some((one) => !one.closest(".aside [hidden]"));
  }
  number();
  later();
}

function* ancestors(one) {
  for (let group = one.closest("details"); group; group = group.parentElement.closest("details")) yield group;
}

menu.addEventListener("input", (event) => event.target.matches("#filter") && filter(event.target));
menu.addEventListener("scroll", later, { passive: true });
menu.addEventListener("toggle", later, true);
below.addEventListener("click", () => {
  if (document.body.classList.contains("grown")) menu.scrollBy({ top: menu.clientHeight * 0.8 });
  document.body.classList.add("grown");
});
addEventListener("keydown", (event) => {
  const field = $("filter");
  if (!field) return;
  if (event.key === "/" && !event.target.matches("input, select, textarea") && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    field.focus();
  } else if (event.target === field && event.key === "Escape" && field.value) {
    field.value = "";
    filter(field);
  } else if (event.target === field && event.key === "Enter") first()?.focus();
});

/** The first choice that the filter has left. */
function first() {
  return [...menu.querySelectorAll("form.range input[type=number], button.do, .pills button")].find(
    (one) => one.checkVisibility() && !one.matches("form.range button, .foot *"),
  );
}
onChange((fresh, before) => {
  if (fresh.decision !== before.decision) document.body.classList.remove("grown");
  later();
});
new ResizeObserver(later).observe(menu);
new MutationObserver(later).observe(menu, { childList: true, subtree: true });
later();
