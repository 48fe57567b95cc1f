// Whether anybody looks at the page: who looks is not written to when it is their turn, however long they think.
const EVERY = 60000; // milliseconds
let stirred = false;

/** What a page that nobody looks at says when it asks for something. */
export function unseen() {
  return document.hidden ? { "x-unseen": "1" } : {};
}

for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"]) {
  addEventListener(kind, () => (stirred = true), { capture: true, passive: true });
}
setInterval(() => {
  if (!stirred || document.hidden) return;
  stirred = false;
  fetch("/here").catch(() => {}); // nobody answers just now
}, EVERY);
