// All my games, looked at again now and then, also while nobody looks at the page: that is when it rings.
import { unseen } from "./here.js";
import { post, since } from "./net.js";
import { notify, ring, wanted } from "./ring.js";

const EVERY = 30000; // milliseconds
const main = document.getElementById("main");

/** Where something was said that has not been read in this browser. */
function mark(games) {
  for (const one of games.querySelectorAll("[data-said]")) {
    const read = Number(localStorage.getItem(`talk-${one.closest("[data-game]").dataset.game}`) ?? 0);
    one.hidden = Number(one.dataset.said) <= read;
  }
}

async function look() {
  try {
    const answer = await fetch("/mine", { headers: { accept: "text/html", ...unseen() } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = document.getElementById("mine");
    const then = fresh.getElementById("mine");
    if (then) mark(then);
    if (!then || now.innerHTML === then.innerHTML || now.contains(document.activeElement)) return;
    const more = Number(then.dataset.waiting) > Number(now.dataset.waiting);
    now.replaceWith(then);
    document.title = fresh.title;
    if (more && wanted()) {
      ring();
      notify(main.dataset.turn, fresh.title);
    }
  } catch {
    // nobody answers just now; the next look may find somebody
  }
}

document.querySelector(".vacation")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  try {
    await post(form.dataset.post, { days: Number(form.dataset.days ?? form.elements.days.value), from: since(form.elements.from) });
    location.reload();
  } catch (error) {
    const told = form.parentElement.querySelector("[role=alert]");
    [told.textContent, told.hidden] = [error.message, !error.message];
  }
});

// Nobody sends what nothing listens to yet.
for (const button of document.querySelectorAll(".vacation button")) button.disabled = false;
mark(document.getElementById("mine"));
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
