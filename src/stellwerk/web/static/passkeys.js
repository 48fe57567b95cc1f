// Passkeys: the browser makes one or proves to have one; the server says what for and checks it.
import { post } from "./net.js";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What a browser answers, as the server reads it. */
function told(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = letters(credential.response[name]);
  }
  return { id: credential.id, rawId: letters(credential.rawId), type: credential.type, response, clientExtensionResults: {} };
}

const named = (all) => (all ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

const ways = {
  async make() {
    const options = await post("/me/passkeys/options", {});
    const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: named(options.excludeCredentials) };
    return post("/me/passkeys", { credential: told(await navigator.credentials.create({ publicKey })) });
  },
  async enter() {
    const options = await post("/enter/passkey/options", {});
    const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: named(options.allowCredentials) };
    return post("/enter/passkey", { credential: told(await navigator.credentials.get({ publicKey })) });
  },
};

for (const button of document.querySelectorAll("[data-passkey]")) {
  if (!window.PublicKeyCredential) continue; // this browser has none
  button.closest("[hidden]").hidden = false;
  const word = document.getElementById("passkey-word");
  button.addEventListener("click", async () => {
    button.disabled = true;
    word.textContent = "";
    try {
      location.href = (await ways[button.dataset.passkey]()).url;
    } catch (error) {
      word.textContent = error.data ? error.message : button.dataset.none; // what browsers say is for nobody
      button.disabled = false;
    }
  });
}
