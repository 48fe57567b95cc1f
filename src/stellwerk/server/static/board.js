// The board: pan, zoom, hexes that can be chosen, and a tile shown in its place before it is laid.
const view = document.getElementById("board");
const NS = "http://www.w3.org/2000/svg";
let whole = null; // the drawing's own view box
let box = null; // what is shown of it
let moved = false;
let choose = () => {};

const svg = () => view.querySelector("svg");

export function onChoose(callback) {
  choose = callback;
}

/** Take over a board that was drawn anew: the same part of it stays in sight. */
export function adopt(hexes) {
  const drawing = svg();
  if (!drawing) return;
  whole = drawing.getAttribute("viewBox").split(" ").map(Number);
  if (!box) box = [...whole];
  show();
  for (const group of drawing.querySelectorAll("g.hex")) {
    const hex = group.dataset.hex;
    const legal = hex in hexes;
    group.classList.toggle("legal", legal);
    if (legal) {
      group.parentNode.append(group); // above its neighbours, so that its edge is seen all around
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      const title = group.querySelector("title");
      if (title) group.setAttribute("aria-label", title.textContent);
    }
  }
}

function show() {
  svg()?.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
}

function scale() {
  const { width, height } = view.getBoundingClientRect();
  return Math.max(box[2] / width, box[3] / height);
}

function zoomAt(x, y, factor) {
  const area = view.getBoundingClientRect();
  const s = scale();
  const left = box[0] + box[2] / 2 - (area.width * s) / 2;
  const top = box[1] + box[3] / 2 - (area.height * s) / 2;
  const px = left + (x - area.left) * s;
  const py = top + (y - area.top) * s;
  const width = Math.min(whole[2] * 1.4, Math.max(260, box[2] * factor));
  const f = width / box[2];
  box = [px - (px - box[0]) * f, py - (py - box[1]) * f, width, box[3] * f];
  show();
}

export function zoom(what) {
  if (!box) return;
  if (what === "fit") {
    box = [...whole];
    show();
    return;
  }
  const area = view.getBoundingClientRect();
  zoomAt(area.left + area.width / 2, area.top + area.height / 2, what === "in" ? 0.75 : 1.33);
}

const fingers = new Map();

view.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) moved = false;
});
addEventListener("pointermove", (event) => {
  const last = fingers.get(event.pointerId);
  if (!last || !box) return;
  const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
  if (!moved && Math.hypot(dx, dy) < 5) return;
  moved = true;
  if (fingers.size === 2) {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
    const after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    if (after > 10) zoomAt((event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2, before / after);
  } else {
    const s = scale();
    box[0] -= dx * s;
    box[1] -= dy * s;
    show();
  }
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => fingers.delete(event.pointerId));

view.addEventListener("wheel", (event) => {
  if (!box) return;
  event.preventDefault();
  zoomAt(event.clientX, event.clientY, Math.exp(event.deltaY * 0.0015));
}, { passive: false });

view.addEventListener("click", (event) => {
  if (moved) return;
  if (event.target.closest("g.preview")) {
    view.dispatchEvent(new CustomEvent("turn"));
    return;
  }
  const hex = event.target.closest("g.hex.legal");
  choose(hex ? hex.dataset.hex : null, hex);
});
view.addEventListener("keydown", (event) => {
  const hex = event.target.closest("g.hex.legal");
  if (hex && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(hex.dataset.hex, hex);
  }
});

export function find(hex) {
  return view.querySelector(`g.hex[data-hex="${CSS.escape(hex)}"]`);
}

/** Show a tile where it would lie. */
export function preview(hex, tile) {
  clearPreview();
  const place = find(hex);
  if (!place || !tile) return;
  const ghost = document.createElementNS(NS, "g");
  ghost.setAttribute("class", "preview");
  ghost.setAttribute("transform", place.getAttribute("transform"));
  ghost.append(tile.cloneNode(true));
  svg().append(ghost);
}

export function clearPreview() {
  for (const ghost of view.querySelectorAll("g.preview")) ghost.remove();
}

export function mark(hex) {
  for (const group of view.querySelectorAll("g.hex.chosen")) group.classList.remove("chosen");
  if (hex) find(hex)?.classList.add("chosen");
}
