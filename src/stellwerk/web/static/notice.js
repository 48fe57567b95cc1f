// A notice about the game that stays until it is put away; another one comes again.
const place = document.getElementById("notice");
const key = `notice ${location.pathname}`;
const sign = () => place.querySelector("[data-sign]")?.dataset.sign ?? "";
const settle = () => {
  place.hidden = !sign() || localStorage.getItem(key) === sign();
};

place.addEventListener("click", (event) => {
  if (!event.target.closest("[data-put-away]")) return;
  localStorage.setItem(key, sign());
  settle();
});
new MutationObserver(settle).observe(place, { childList: true });
settle();
