// Moving the board by hand: drag, wheel, two fingers, double click, keys. What the board does not need is left to the page.
import * as viewport from "./viewport.js";

const view = document.getElementById("board");
const STEP = 90; // pixels that a key moves the board
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const fingers = new Map();
let moved = false;

/** Whether the last press was a drag, so that its end is no click. */
export const dragged = () => moved;

view.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) moved = false;
});
addEventListener("pointermove", (event) => {
  const last = fingers.get(event.pointerId);
  if (!last) return;
  const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
  if (!moved && Math.hypot(dx, dy) < 5) return;
  moved = true;
  if (fingers.size === 2) {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
    const after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    if (before > 10) viewport.zoomAt((event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2, after / before);
  } else viewport.pan(dx, dy);
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => fingers.delete(event.pointerId));

view.addEventListener("wheel", (event) => {
  const scrolls = document.scrollingElement.scrollHeight > innerHeight + 1;
  if (scrolls && viewport.isWhole() && !event.ctrlKey) return; // the page's own
  event.preventDefault();
  viewport.zoomAt(event.clientX, event.clientY, Math.exp(event.deltaY * (event.ctrlKey ? -0.01 : -0.0015)));
}, { passive: false });

view.addEventListener("dblclick", (event) => {
  if (event.target.closest("g.hex.legal, g.preview")) return;
  viewport.zoomAt(event.clientX, event.clientY, 2);
});

// Before the keys of the table hear of it: arrows alone look back.
addEventListener("keydown", (event) => {
  const way = ARROWS[event.key];
  if (!way || !event.shiftKey || viewport.isWhole() || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  event.stopPropagation();
  viewport.pan(way[0] * STEP, way[1] * STEP);
}, { capture: true });
