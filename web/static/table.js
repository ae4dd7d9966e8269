// Starts a session's page: shows the match or the list that the address names, and keeps it true.

import { Away, ask } from "./api.js";
import { button, h } from "./dom.js";
import { Match } from "./match.js";
import { Matches } from "./matches.js";
import { Stream } from "./stream.js";
import { say, speak, textElements } from "./text.js";

const AGAIN = 5000; // ms between attempts to begin

/** What screens need of the session. */
class Session {
  #csrf = "";
  #screen = null;
  #stream = null;

  constructor() {
    this.status = h("p", { class: "status", role: "status" });
    this.alert = h("div", { class: "alert", role: "alert" });
    this.place = h("div", {});
    document.body.append(this.status, this.alert, this.place);
  }

  async begin() {
    try {
      const me = await this.ask("me");
      this.#csrf = me.csrf;
      speak(me.locale, me.words);
    } catch (failure) {
      if (failure.ended) return this.fail(failure);
      this.#away();
      return setTimeout(() => this.begin(), AGAIN);
    }
    addEventListener("hashchange", () => this.#route());
    this.#route();
  }

  ask(address, body) {
    return ask(address, body, this.#csrf);
  }

  /** "#5" is a match, "#5/public" the public's view of it, anything else the list. */
  #route() {
    const [, number, sight] = location.hash.match(/^#(\d+)(\/public)?$/) ?? [];
    this.#stop();
    this.calm();
    this.#screen = number ? new Match(this, Number(number), Boolean(sight)) : new Matches(this);
    this.place.replaceChildren(this.#screen.element);
    scrollTo(0, 0);
    this.#stream = new Stream(this.#screen.events, {
      opened: () => (this.status.textContent = ""),
      away: () => this.#away(),
      refused: (refusal) => this.#refused(refusal),
      event: (name, data) => (name === "end" ? this.#ended(data) : this.#screen.hear(name, data)),
    });
  }

  /** What is shown stays, but hears of nothing any more. */
  #ended(end) {
    this.#stream.stop();
    this.fail(end);
  }

  /** Without the stream the screen is at least shown. */
  #refused(refusal) {
    this.fail(refusal);
    if (!refusal.ended) this.#load();
  }

  async #load() {
    const screen = this.#screen;
    try {
      await screen.load();
      this.status.textContent = "";
    } catch (failure) {
      if (screen === this.#screen) this.fail(failure, () => this.#load());
    }
  }

  #stop() {
    this.#stream?.stop();
    this.#screen?.close();
  }

  /** The server doesn't answer; before it ever did, there are no words. */
  #away() {
    this.status.textContent = say("page.away") || "…";
  }

  /** Say why not; what didn't arrive can be sent again. */
  fail(failure, retry) {
    if (!failure.sentence) throw failure;
    const again = () => {
      this.calm();
      retry();
    };
    const isLost = retry && failure instanceof Away;
    this.alert.replaceChildren(...textElements(failure.sentence), ...(isLost ? [button(say("page.retry"), again)] : []));
    if (!failure.ended) return;
    this.#stop();
    this.status.textContent = "";
    this.place.replaceChildren();
  }

  calm() {
    this.alert.replaceChildren();
  }

  async end() {
    try {
      await this.ask("close", {});
      location.reload();
    } catch (failure) {
      this.fail(failure, () => this.end());
    }
  }
}

new Session().begin();
