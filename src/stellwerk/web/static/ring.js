// A sound and a notice when it becomes one's turn, for those who ask for it; on every page that can tell.
const KEPT = "stellwerk.bell";
const bell = document.getElementById("bell");
let audio = null;

export function wanted() {
  try {
    return localStorage.getItem(KEPT) === "1";
  } catch {
    return false; // a browser that keeps nothing rings nothing
  }
}

function show() {
  bell.setAttribute("aria-pressed", wanted());
}

function change() {
  try {
    localStorage.setItem(KEPT, wanted() ? "0" : "1");
  } catch {
    return;
  }
  show();
  if (!wanted()) return;
  ring();
  navigator.serviceWorker?.register("/worker.js").catch(() => {}); // shows notices where a page alone may not
  if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
}

/** Two soft tones. */
export function ring() {
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

/**
 * A notice of the browser, where nobody looks at the page. Browsers on phones show one only through the page's worker, and
 * some none at all: the sound has told already.
 */
export async function notify(title, body) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const url = location.pathname;
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) {
      await worker.showNotification(title, { body, tag: url, icon: "/static/icon-192.png", data: { url } });
      return;
    }
    const notice = new Notification(title, { body, tag: url });
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  } catch {
    return;
  }
}

bell.addEventListener("click", change);
show();
