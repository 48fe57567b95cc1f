// Words that explain themselves: by pointing at them, by a tap, or when they have the focus.
const tip = document.getElementById("tip");
let about = null;

function show(word) {
  hide();
  about = word;
  tip.textContent = word.dataset.tip;
  tip.hidden = false;
  word.setAttribute("aria-describedby", "tip");
  const place = word.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = place.bottom + 6 + height < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`;
  tip.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - height - 6)}px`;
}

function hide() {
  if (!about) return;
  about.removeAttribute("aria-describedby");
  about = null;
  tip.hidden = true;
}

const word = (event) => event.target.closest?.("[data-tip]");
document.addEventListener("pointerover", (event) => {
  const found = word(event);
  if (found && event.pointerType === "mouse") show(found);
});
document.addEventListener("pointerout", (event) => {
  if (about && event.pointerType === "mouse" && !about.contains(event.relatedTarget)) hide();
});
document.addEventListener("focusin", (event) => {
  const found = word(event);
  if (found?.matches(":focus-visible")) show(found);
  else if (!found) hide();
});
document.addEventListener("click", (event) => {
  const found = word(event);
  if (found && found !== about) show(found);
  else if (!found) hide();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
addEventListener("scroll", hide, { capture: true, passive: true });
