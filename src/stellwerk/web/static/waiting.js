// Waiting for players: look again when somebody sits down, and hand the invitation on.
const id = document.querySelector("[data-waiting]").dataset.waiting;
const source = new EventSource(`/api/games/${id}/stream`);
let first = true;
source.addEventListener("change", () => {
  if (!first) location.reload();
  first = false;
});
addEventListener("pagehide", () => source.close());
// Who sits down hears of it, too: to look again then would give up the answer, and with it the key to the seat.
addEventListener("submit", () => source.close());
// Who asks again because the answer was lost gets the same seat and the same key: only this tab knows the sign.
for (const field of document.querySelectorAll("[name=once]")) {
  const kept = `once ${id}`;
  field.value = sessionStorage.getItem(kept) ?? [...crypto.getRandomValues(new Uint32Array(6))].join("-");
  sessionStorage.setItem(kept, field.value);
}
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
}
for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where the clipboard is for pages by HTTPS only
    }
    button.textContent = button.dataset.done;
  });
}
