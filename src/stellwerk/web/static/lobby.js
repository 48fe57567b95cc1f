// The lobby: one's own games are looked at again now and then, so that it shows where it is one's turn.
const EVERY = 20000; // milliseconds

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = document.getElementById("mine");
    const then = fresh.getElementById("mine");
    if (!then || now.innerHTML === then.innerHTML || now.contains(document.activeElement)) return;
    now.replaceChildren(...then.childNodes);
    document.title = fresh.title;
  } catch {
    // nobody answers just now; the next look may find somebody
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
