// Keeps one WebSocket to the sandbox open and matches each answer to what was asked.

const PATIENCE = 120_000; // ms; the sandbox itself gives up after 3 s, or as late as it was told to
const PAUSES = [250, 500, 1000, 2000]; // ms between attempts to reconnect

/** Events: "frame" (detail: what the server said), "open", "close". */
export class Server extends EventTarget {
  #socket = null;
  #attempts = 0;
  #nonce = 0;
  #asked = new Map();

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(`${scheme}//${location.host}/sandbox/ws`);
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    this.#socket.onclose = () => this.#lost();
  }

  /** Ask for an interaction; resolves when it was acknowledged, rejects with the reason when it was not. */
  ask(wish) {
    return new Promise((resolve, reject) => {
      const nonce = this.#send(wish, reject);
      if (nonce === null) return;
      const clock = setTimeout(
        () => this.#settle(nonce, "reject", new Error("The application did not respond")),
        PATIENCE,
      );
      this.#asked.set(nonce, { resolve, reject, clock });
    });
  }

  /** Say something that gets an answer only when it is refused. */
  tell(wish, refused) {
    const nonce = this.#send(wish, refused);
    if (nonce !== null) this.#asked.set(nonce, { resolve() {}, reject: refused });
  }

  #send(wish, refused) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      refused(new Error("Not connected. Try again in a moment."));
      return null;
    }
    const nonce = ++this.#nonce;
    this.#socket.send(JSON.stringify({ ...wish, nonce }));
    return nonce;
  }

  #settle(nonce, how, answer) {
    const asked = this.#asked.get(nonce);
    if (!asked) return;
    this.#asked.delete(nonce);
    clearTimeout(asked.clock);
    asked[how](answer);
  }

  #hear(frame) {
    if (frame.t === "done" || frame.t === "choices") this.#settle(frame.nonce, "resolve", frame);
    else if (frame.t === "failed") this.#settle(frame.nonce, "reject", new Error(frame.text));
    else {
      if (frame.t === "state") {
        this.#attempts = 0;
        this.dispatchEvent(new Event("open"));
      }
      this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
    }
  }

  #lost() {
    for (const nonce of [...this.#asked.keys()]) {
      this.#settle(nonce, "reject", new Error("The connection was lost. Look whether it counted, then try again."));
    }
    this.dispatchEvent(new Event("close"));
    setTimeout(() => this.connect(), PAUSES[Math.min(this.#attempts++, PAUSES.length - 1)]);
  }
}
