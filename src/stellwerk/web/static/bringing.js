// A file that one brings: the page tells how far it is while it is read. Without this script it just waits.
const EVERY = 400; // milliseconds
const form = document.querySelector(".bring form");
const shown = document.querySelector(".bring .reading");
const fault = document.querySelector(".bring .unread");

function show(found) {
  const bar = shown.querySelector("progress");
  if (found.of) {
    bar.max = found.of;
    bar.value = found.done;
  } else {
    bar.removeAttribute("value");
  }
  const words = found.of ? form.dataset.reads : form.dataset.waits;
  shown.querySelector("span").textContent = words.replace("{done}", found.done).replace("{of}", found.of);
}

async function look() {
  try {
    const answer = await fetch("/api/games/import", { headers: { accept: "application/json" } });
    const found = answer.ok ? await answer.json() : {};
    if (found.reading && !shown.hidden) show(found);
  } catch {
    // the next look may find somebody
  }
}

async function bring() {
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new FormData(form),
  });
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.error), { told: true });
  return found.url;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  if (button.disabled) return;
  button.disabled = true;
  fault.hidden = true;
  shown.hidden = false;
  show({ done: 0, of: 0 });
  const looking = setInterval(look, EVERY);
  try {
    location.assign(await bring());
  } catch (problem) {
    shown.hidden = true;
    fault.textContent = problem.told ? problem.message : form.dataset.offline;
    fault.hidden = false;
    button.disabled = false;
  } finally {
    clearInterval(looking);
  }
});
