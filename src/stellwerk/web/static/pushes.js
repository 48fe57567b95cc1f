// Being told of one's turn in this browser, also while no page is open, where the browser can do that.
import { post } from "./net.js";

const button = document.querySelector("[data-push]");
const word = document.getElementById("push-word");

async function ask() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error();
  const registration = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.push });
  const { endpoint, keys } = subscription.toJSON();
  location.href = (await post("/me/push", { endpoint, keys })).url;
}

if (button && "PushManager" in window && "serviceWorker" in navigator) {
  button.closest("[hidden]").hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask();
    } catch (error) {
      word.textContent = error.data ? error.message : button.dataset.none;
      button.disabled = false;
    }
  });
}
