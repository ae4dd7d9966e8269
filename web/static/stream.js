// Hears what happens at the server while the tab is shown, and comes back by itself.

import { Refusal, dataOf } from "./api.js";

const FIRST_PAUSE = 1000,
  LONGEST_PAUSE = 30_000; // ms
const SILENCE = 40_000; // ms; a living server says something every 15 s

/** `hear` has opened(), away(), refused(refusal) and event(name, data). */
export class Stream {
  #address;
  #hear;
  #going = null; // what ends the present connection
  #watch = () => (document.hidden ? this.#end() : this.#begin());

  constructor(address, hear) {
    this.#address = address;
    this.#hear = hear;
    document.addEventListener("visibilitychange", this.#watch);
    if (!document.hidden) this.#begin();
  }

  stop() {
    document.removeEventListener("visibilitychange", this.#watch);
    this.#end();
  }

  #end() {
    this.#going?.abort();
    this.#going = null;
  }

  async #begin() {
    this.#end();
    this.#going = new AbortController();
    const { signal } = this.#going;
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const response = await fetch(this.#address, { signal, cache: "no-store" });
        if (!response.ok) await dataOf(response);
        this.#hear.opened();
        pause = FIRST_PAUSE;
        await this.#read(response.body, signal);
        if (!signal.aborted) this.#hear.away();
      } catch (failure) {
        if (signal.aborted) return;
        if (failure instanceof Refusal) this.#hear.refused(failure);
        else this.#hear.away();
      }
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)));
    }
  }

  /** Read to the end; silence is an end, too. */
  async #read(body, signal) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (true) {
      const clock = setTimeout(() => reader.cancel(), SILENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(clock));
      if (done || signal.aborted) return;
      const blocks = (text + value).split(/\r?\n\r?\n/);
      text = blocks.pop();
      blocks.forEach((block) => this.#tell(block));
    }
  }

  #tell(block) {
    const name = block.match(/^event: ?(.*)$/m)?.[1];
    const data = Array.from(block.matchAll(/^data: ?(.*)$/gm), ([, line]) => line).join("\n");
    if (name) this.#hear.event(name, JSON.parse(data));
  }
}
