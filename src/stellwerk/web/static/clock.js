// Whose time runs, and how much of it is left.
import { $, onChange, texts, view } from "./step.js";

const SIZES = [86400, 3600, 60, 1];

/** The two largest parts of a time: 2 d 5 h, or 4 min 20 s. */
function told(seconds) {
  const first = SIZES.findIndex((size) => seconds >= size);
  if (first < 0) return `0 ${texts.units[3]}`;
  let rest = Math.floor(seconds);
  const parts = [];
  for (const [place, size] of SIZES.entries()) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (place >= first && place < first + 2 && count) parts.push(`${count} ${texts.units[place]}`);
  }
  return parts.join(" ");
}

function tick() {
  const running = view.facts.clock || [];
  $("clock").hidden = !running.length;
  if (!running.length) return;
  const now = Date.now() / 1000;
  $("clock").replaceChildren(
    ...running.map(({ name, until }) => {
      const line = document.createElement("span");
      const text = until > now ? texts.clock : texts.clock_up;
      line.textContent = text.replace("%n", name).replace("%t", told(until - now));
      line.classList.toggle("short", until - now < 60);
      return line;
    }),
  );
}

onChange(tick);
setInterval(tick, 1000);
tick();
