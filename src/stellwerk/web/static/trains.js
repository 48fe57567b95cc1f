// Trains that run once along the routes that are shown, in a layer of their own above the board.
import { moves } from "./motion.js";
import { svg } from "./viewport.js";
import { onChange } from "./step.js";

const NS = "http://www.w3.org/2000/svg";
const PACE = 0.75; // units a millisecond
const [SHORTEST, LONGEST] = [900, 2600]; // milliseconds of a run
const STEP = 5; // units between two points of a route that are looked up
const CARS = [0, -27, -52]; // the engine, and what it pulls
let running = 0;

/** The points of a route, and the way that leads on from each; looked up once, since asking the path is slow. */
function points(path) {
  const length = path.getTotalLength();
  const found = [];
  for (let at = 0; at <= length; at += STEP) found.push(path.getPointAtLength(at));
  return { length, at: (way) => found[Math.max(0, Math.min(found.length - 1, Math.round(way / STEP)))] };
}

function train(route) {
  const group = document.createElementNS(NS, "g");
  group.setAttribute("class", `train run-${route % 6}`);
  for (const place of CARS) {
    const car = document.createElementNS(NS, "rect");
    const size = place ? [-11, -7, 22, 14, 3] : [-12, -9, 26, 18, 6];
    ["x", "y", "width", "height", "rx"].forEach((name, n) => car.setAttribute(name, size[n]));
    group.append(car);
  }
  return group;
}

function put(group, route, way) {
  [...group.children].forEach((car, n) => {
    const [here, ahead] = [route.at(way + CARS[n]), route.at(way + CARS[n] + 2 * STEP)];
    const turn = (Math.atan2(ahead.y - here.y, ahead.x - here.x) * 180) / Math.PI;
    car.setAttribute("transform", `translate(${here.x.toFixed(1)} ${here.y.toFixed(1)}) rotate(${turn.toFixed(0)})`);
  });
}

export function stop() {
  cancelAnimationFrame(running);
  document.querySelector("#board > .trains")?.remove();
}

/** Let a train run along every route that is drawn. */
export function run() {
  stop();
  const drawing = svg();
  const ways = [...(drawing?.querySelectorAll("path.way[data-route]") ?? [])];
  if (!ways.length || !moves() || !drawing.checkVisibility()) return;
  const layer = document.createElementNS(NS, "svg");
  layer.setAttribute("class", "trains");
  layer.setAttribute("aria-hidden", "true");
  layer.setAttribute("viewBox", drawing.getAttribute("viewBox"));
  const trains = ways.map((way) => {
    const route = points(way);
    const group = train(Number(way.dataset.route));
    layer.append(group);
    return { group, route, time: Math.min(LONGEST, Math.max(SHORTEST, route.length / PACE)) };
  });
  drawing.after(layer);
  let start = null;
  running = requestAnimationFrame(function frame(now) {
    start ??= now;
    let left = 0;
    for (const { group, route, time } of trains) {
      const done = Math.min(1, (now - start) / time);
      put(group, route, route.length * done * done * (3 - 2 * done)); // it starts and stops gently
      if (done < 1) left += 1;
    }
    if (left && layer.isConnected) running = requestAnimationFrame(frame);
    else stop();
  });
}

onChange((fresh, before, names) => {
  if (!names.includes("board")) return;
  if (fresh.run && (fresh.run !== before.run || fresh.at !== before.at || fresh.decision !== before.decision)) run();
  else stop();
});
