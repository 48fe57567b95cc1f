// Tables that can be sorted by a click on a heading: down, up, as they were. What was chosen stays when they are drawn anew.
const chosen = new Map(); // table → [column, how]
const HOW = { descending: "ascending", ascending: "" };

/** By what a row is sorted: figures before words, what is empty at the end however it is sorted. */
function compare(one, other, sign) {
  const [a, b] = [one?.dataset.order, other?.dataset.order];
  if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
  const [x, y] = [Number(a), Number(b)];
  return sign * (Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y);
}

function sort(table) {
  const [column, how] = chosen.get(table.id) ?? [-1, ""];
  const body = table.tBodies[0];
  const rows = [...body.rows];
  for (const [place, row] of rows.entries()) row.dataset.place ??= place;
  rows.sort((one, other) => one.dataset.place - other.dataset.place);
  if (how) rows.sort((one, other) => compare(one.cells[column], other.cells[column], how === "ascending" ? 1 : -1));
  body.append(...rows);
  for (const [place, head] of [...table.tHead.rows[0].cells].entries()) {
    if (place === column && how) head.setAttribute("aria-sort", how);
    else head.removeAttribute("aria-sort");
  }
}

/** Sort again what has been drawn anew. */
export function again() {
  for (const table of document.querySelectorAll(".spread table")) if (chosen.has(table.id)) sort(table);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.sort");
  if (!button) return;
  const head = button.closest("th");
  const table = head.closest("table");
  const [column, how] = chosen.get(table.id) ?? [-1, ""];
  const first = head.cellIndex === 0 ? "ascending" : "descending"; // names from A, figures from the highest
  const next = column !== head.cellIndex ? first : how === first ? (HOW[first] || "descending") : "";
  chosen.set(table.id, [head.cellIndex, next]);
  sort(table);
});
