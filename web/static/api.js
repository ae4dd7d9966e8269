// Asks the server and tells its three kinds of answers apart: data, a refusal, none.

import { plainText, say } from "./text.js";

const PATIENCE = 60_000; // ms; the computer may have to think first

/** The server says no: `sentence` is why, `ended` that the session is over. */
export class Refusal extends Error {
  constructor({ sentence, ended = false }) {
    super("refused");
    Object.assign(this, { sentence, ended });
  }
}

/** There is no server, or nothing that makes sense; `sentence` is what it says of that itself. */
export class Away extends Error {
  ended = false;

  constructor(sentence) {
    super("away");
    this.sentence = sentence ?? plainText(say("page.away"));
  }
}

/** The data of an answer that was good; raises Refusal or Away. */
export async function dataOf(response) {
  const data = await response.json().catch(() => null);
  if (response.ok && data) return data;
  throw data?.sentence && response.status !== 503 ? new Refusal(data) : new Away(data?.sentence);
}

/** Get an address, or post `body` to it. */
export async function ask(address, body, csrf) {
  const request = { signal: AbortSignal.timeout(PATIENCE), cache: "no-store" };
  if (body) {
    const headers = { "Content-Type": "application/json", ...(csrf && { "X-Csrf": csrf }) };
    Object.assign(request, { method: "POST", headers, body: JSON.stringify(body) });
  }
  const response = await fetch(address, request).catch(() => {
    throw new Away();
  });
  return dataOf(response);
}

/** A name for one press: however often it is sent, it counts once. */
export function newNonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
