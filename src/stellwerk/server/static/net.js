// Asking the server.
const csrf = document.querySelector("meta[name=csrf]").content;

export async function get(url) {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(data.error), { status: answer.status, data });
  return data;
}

export async function text(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

export async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", "x-csrf": csrf },
    body: JSON.stringify(body),
  });
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(data.error), { status: answer.status, data });
  return data;
}
