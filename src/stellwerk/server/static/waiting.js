// Waiting for players: look again when somebody sits down.
const id = document.querySelector("[data-waiting]").dataset.waiting;
const source = new EventSource(`/api/games/${id}/stream`);
let first = true;
source.addEventListener("change", () => {
  if (!first) location.reload();
  first = false;
});
addEventListener("pagehide", () => source.close());
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
}
