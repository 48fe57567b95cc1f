// How far an analysis is, brought up to date in place: a page that is loaded anew loses whoever reads it aloud.
const EVERY = 2000; // milliseconds

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [document, fresh].map((page) => page.querySelector("[data-analysing]"));
    if (!then) {
      location.reload();
      return;
    }
    now.innerHTML = then.innerHTML;
  } catch {
    // nobody answers just now; the next look may find somebody
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
