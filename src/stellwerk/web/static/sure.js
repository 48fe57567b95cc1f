// Asking twice: what gives something up for good is taken by a second press, which must not be the end of the first.
import { $, onChange, texts } from "./step.js";

let asked = null; // { button, since }

function forget() {
  asked?.button.classList.remove("asked");
  asked?.button.querySelector(".again")?.remove();
  asked = null;
}

/** Whether a button may do what it says; the first press of one that gives something up only asks. */
export function sure(button) {
  if (!button.matches(".final")) return true;
  if (asked?.button === button) {
    if (performance.now() - asked.since < texts.calm) return false;
    forget();
    return true;
  }
  forget();
  asked = { button, since: performance.now() };
  button.classList.add("asked");
  button.append(Object.assign(document.createElement("strong"), { className: "again", textContent: texts.again }));
  $("news").textContent = texts.again;
  return false;
}

/** Anything else that is pressed means no. */
document.addEventListener("pointerdown", (event) => asked?.button.contains(event.target) || forget());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" || event.key === "Tab") forget();
});
onChange((fresh, before, names) => {
  if (names.includes("menu")) forget();
});
