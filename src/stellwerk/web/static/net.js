// Asking the server.
import { unseen } from "./here.js";

const csrf = document.querySelector("meta[name=csrf]").content;

/** No answer came; said in the page's own words, whatever the browser calls it. */
export class Offline extends Error {}

async function ask(url, init) {
  let answer;
  try {
    answer = await fetch(url, { ...init, headers: { ...init?.headers, ...unseen() } });
  } catch {
    throw new Offline();
  }
  return answer;
}

async function data(answer) {
  let found;
  try {
    found = await answer.json();
  } catch {
    throw new Offline();
  }
  if (!answer.ok) throw Object.assign(new Error(found.error), { status: answer.status, data: found });
  return found;
}

/** Who has too much to do says when to come again; looking twice changes nothing. */
async function patiently(url, init) {
  let answer = await ask(url, init);
  for (let tries = 0; answer.status === 503 && answer.headers.has("retry-after") && tries < 3; tries += 1) {
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    await new Promise((done) => setTimeout(done, 1000 * Math.min(seconds, 5)));
    answer = await ask(url, init);
  }
  return answer;
}

export async function get(url) {
  return data(await patiently(url, { headers: { accept: "application/json" } }));
}

export async function text(url) {
  const answer = await ask(url);
  if (!answer.ok) await data(answer);
  return answer.text();
}

export async function post(url, body) {
  return data(
    await ask(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "x-csrf": csrf },
      body: JSON.stringify(body),
    }),
  );
}

/** The beginning of a day that a field names, here where one is; none is 0. */
export const since = (field) => (field?.value ? new Date(`${field.value}T00:00`).getTime() / 1000 : 0);
