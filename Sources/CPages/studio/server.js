// The requests of the page. Every POST has the token of the page; the browser adds the cookie.

const token = document.querySelector("meta[name=gestured-token]").content;

async function answer(response) {
  const text = await response.text();
  if (!response.ok) {
    const gone = response.status === 403 ? "Open the address that gesturectl studio printed again." : "";
    throw new Error(text.trim() || gone || `The request failed (${response.status}).`);
  }
  return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}

export async function get(path, query = {}) {
  const text = new URLSearchParams(query).toString();
  return answer(await fetch(text ? `${path}?${text}` : path));
}

export async function post(path, body = {}) {
  return answer(await fetch(path, {
    method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Gestured-Token": token },
  }));
}

/// Calls `handlers[event]` with what the server sends; `handlers.lost` while it does not answer.
export function follow(handlers) {
  const source = new EventSource("/events");
  for (const [event, handler] of Object.entries(handlers)) {
    if (event !== "lost") source.addEventListener(event, message => handler(JSON.parse(message.data)));
  }
  source.addEventListener("error", () => handlers.lost());
}
