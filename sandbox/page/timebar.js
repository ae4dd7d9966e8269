// Shows the sandbox's time on top, and lets it pass.

import { now } from "./clock.js";
import { fill, h } from "./dom.js";

const HOUR = 3600; // s
const LEAPS = [
  ["+1 hour", HOUR],
  ["+1 day", 24 * HOUR],
];
const FORMAT = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });
const WHOLE = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

export class TimeBar {
  constructor(server) {
    this.element = document.querySelector(".time");
    this.shown = h("output", { "aria-label": "Time in the sandbox" });
    this.buttons = LEAPS.map(([label, seconds]) =>
      h(
        "button",
        { type: "button", class: "leap", title: "Let time pass", onclick: () => this.#leap(server, seconds) },
        label,
      ),
    );
    this.element.replaceChildren(this.shown, ...this.buttons);
  }

  async #leap(server, seconds) {
    try {
      await server.ask({ do: "clock", seconds });
    } catch (refusal) {
      this.shown.title = refusal.message;
    }
  }

  refresh(connected) {
    const time = new Date(now());
    fill(this.shown, FORMAT.format(time), () => h("time", { datetime: time.toISOString() }, FORMAT.format(time)));
    this.shown.title = WHOLE.format(time);
    for (const button of this.buttons) button.disabled = !connected;
  }
}
