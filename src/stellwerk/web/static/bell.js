// A sound and a notice when it becomes one's turn, for those who ask for it.
import { $, onChange, texts } from "./step.js";

const KEPT = "stellwerk.bell";
const bell = $("bell");
let audio = null;

function on() {
  try {
    return localStorage.getItem(KEPT) === "1";
  } catch {
    return false; // a browser that keeps nothing rings nothing
  }
}

function show() {
  bell.setAttribute("aria-pressed", on());
}

function change() {
  try {
    localStorage.setItem(KEPT, on() ? "0" : "1");
  } catch {
    return;
  }
  show();
  if (!on()) return;
  ring();
  if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
}

/** Two soft tones. */
function ring() {
  audio ??= new AudioContext();
  [659, 880].forEach((pitch, n) => {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const start = audio.currentTime + n * 0.16;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, start);
    loud.gain.exponentialRampToValueAtTime(0.16, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.45);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  });
}

function notify(prompt) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(texts.turn, { body: prompt, tag: location.pathname });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

onChange((fresh, before) => {
  if (!on() || !fresh.turn || (before.turn && before.seat === fresh.seat)) return;
  ring();
  notify(fresh.prompt);
});
bell.addEventListener("click", change);
show();
