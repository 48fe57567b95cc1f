// Beside the game: what one decides beforehand, and what people say and agree on. One panel, one part at a time.
import { post, since, text } from "./net.js";
import { $, id, onChange, onTalk, refresh, view } from "./step.js";

const place = $("meet");
const invitation = new URLSearchParams(location.search).get("invitation"); // looking back makes another address
const narrow = matchMedia("(max-width: 820px)"); // as in meet.css
let part = "";
let opener = null;
let about = ""; // the place that a note is about

function complain(error) {
  $("meet-fault").textContent = error?.message ?? "";
  $("meet-fault").hidden = !error?.message;
}

/** What somebody has begun to fill in stays when the part is brought up to date. */
function drafts() {
  return new Map([...$("meet-part").querySelectorAll("[name]")].filter(changed).map((field) => [key(field), field]));
}

const details = () => [...$("meet-part").querySelectorAll("details")];
const key = (field) => `${field.form?.dataset.post} ${field.form?.querySelector("legend")?.textContent} ${field.name} ${field.type === "checkbox" ? field.value : ""}`;
const changed = (field) =>
  field.type === "checkbox"
    ? field.checked !== field.defaultChecked
    : field.options
      ? !field.selectedOptions[0]?.defaultSelected
      : field.value !== field.defaultValue;

function query() {
  if (part === "notes" && about) return `?${new URLSearchParams({ place: about })}`;
  if (part !== "agree") return "";
  const given = new URLSearchParams(view.at === null ? {} : { at: view.at });
  if (invitation) given.set("invitation", invitation);
  return `?${given}`;
}

let shown = "";
let asked = 0;
let anew = false; // what was filled in is done with
/** Bring the part up to date; only the last answer that was asked for counts, lest an earlier one puts another part in its place. */
export async function show(fresh = false) {
  if (!place.open || !part) return;
  anew ||= fresh;
  const mine = ++asked;
  try {
    const html = await text(`/games/${id}/${part}${query()}`);
    if (mine !== asked || (html === shown && !anew)) return;
    const kept = anew ? new Map() : drafts();
    const folds = shown && !anew && new Map(details().map((one) => [one.querySelector("summary").textContent, one.open]));
    anew = false;
    const held = document.activeElement?.closest("#meet-part") && key(document.activeElement);
    shown = html;
    $("meet-part").innerHTML = html;
    for (const one of folds ? details() : []) one.open = folds.get(one.querySelector("summary").textContent) ?? one.open;
    for (const field of $("meet-part").querySelectorAll("[name]")) {
      const before = kept.get(key(field));
      if (before) field.type === "checkbox" ? (field.checked = before.checked) : (field.value = before.value);
      if (held && key(field) === held) field.focus({ preventScroll: true });
    }
    if (held && document.activeElement === document.body) $("meet-part").focus({ preventScroll: true });
    $("meet-part").querySelector("[data-newest]")?.scrollIntoView({ block: "nearest" });
    if (part === "talk") read();
  } catch (error) {
    complain(error);
  }
}

export async function open(name, from = null, focus = true) {
  part = name;
  opener = from ?? opener;
  complain(null);
  for (const button of place.querySelectorAll("[data-meet]")) button.setAttribute("aria-pressed", button.dataset.meet === name);
  if (!place.open) place.show();
  shown = "";
  $("meet-part").dataset.part = name;
  await show(true);
  if (focus && !from?.closest("#meet")) $("meet-part").focus({ preventScroll: true });
}

export function close() {
  place.close();
  opener?.focus({ preventScroll: true });
}

/** A form as JSON: numbers, words and lists of words, beside what its body brings. */
function body(form) {
  const all = JSON.parse(form.dataset.body || "{}");
  const into = form.dataset.into ? all[form.dataset.into] : all;
  for (const field of form.querySelectorAll("[data-several]")) into[field.name] = [];
  for (const field of form.querySelectorAll("[name]")) {
    if (field.dataset.several !== undefined) {
      if (field.checked) into[field.name].push(field.value);
    } else if (field.type === "checkbox") into[field.name] = field.checked;
    else if (field.type === "date") into[field.name] = since(field);
    else into[field.name] = field.type === "number" || field.dataset.number !== undefined ? Number(field.value) : field.value;
  }
  return all;
}

place.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-post]");
  if (!form) return;
  event.preventDefault();
  if (!form.reportValidity()) return;
  complain(null);
  try {
    const told = await post(form.dataset.post, body(form));
    if (form.dataset.goes !== undefined && told.url) location.href = told.url;
    await show(true);
    if (part === "orders") $("meet-part").scrollTop = 0; // there stands what was given
    if (part === "talk") $("say")?.focus({ preventScroll: true });
    else await refresh();
  } catch (error) {
    complain(error);
  }
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-meet]");
  if (button) open(button.dataset.meet, button);
  else if (event.target.closest("[data-meet-close]")) close();
  else if (event.target.closest("#meet a[data-at]") && narrow.matches) close(); // the board it leads to lies beneath
});
place.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    event.stopPropagation();
    close();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && place.open && event.target === document.body) close(); // nothing else has the focus
});

// What was said: how much of it one has not read yet.
const rooms = { read: Number(localStorage.getItem(`talk-${id}`) ?? 0), last: view.facts.talk };

function read() {
  rooms.read = rooms.last;
  localStorage.setItem(`talk-${id}`, rooms.read);
  unread();
}

function unread() {
  const some = rooms.last > rooms.read;
  $("talk-count").hidden = !some;
  $("talk-count").textContent = some ? "●" : "";
}

onTalk((said) => {
  const heard = view.facts.seat === null ? Math.max(said.table ?? 0, said.watchers ?? 0) : (said.table ?? 0);
  if (heard <= rooms.last) return;
  rooms.last = heard;
  if (place.open && part === "talk") show();
  else unread();
});
unread();

document.addEventListener("click", (event) => {
  const note = event.target.closest("[data-note]");
  if (!note) return;
  about = note.dataset.note;
  open("notes", note);
});

function settle() {
  const count = $("orders-count");
  if (!count) return;
  count.textContent = view.facts.orders;
  count.hidden = !view.facts.orders;
}
onChange((fresh, before) => {
  settle();
  if (fresh.talk > rooms.last) {
    rooms.last = fresh.talk;
    unread();
  }
  if (fresh.asks > (before.asks ?? 0)) open("agree", null, false); // somebody waits for an answer
  else if (fresh.number !== before.number || fresh.version !== before.version || fresh.at !== before.at) show();
});
settle();
if (view.facts.asks) open("agree", null, false);
