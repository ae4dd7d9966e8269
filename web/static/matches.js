// The screen of my matches: those that wait for me first.

import { h, fill, button } from "./dom.js";
import { say, textElements, timeElement } from "./text.js";

export class Matches {
  events = "events";
  #session;

  constructor(session) {
    this.#session = session;
    this.list = h("ul", {});
    this.element = h(
      "main",
      { class: "matches" },
      h("h1", {}, say("page.matches")),
      this.list,
      button(say("page.end"), () => session.end(), { class: "quiet" }),
    );
    document.title = say("page.matches");
  }

  close() {}

  async load() {
    this.hear("matches", await this.#session.ask("matches"));
  }

  hear(name, { matches }) {
    if (name !== "matches") return;
    fill(this.list, matches, () =>
      matches.length ? matches.map((match) => this.#item(match)) : h("li", { class: "empty" }, say("page.empty")),
    );
  }

  #item({ match, title, asked, since, line }) {
    const when = since && h("span", { class: "small" }, timeElement(since));
    return h("li", {}, h("a", { href: `#${match}`, class: asked ? "asked" : null }, h("b", {}, title), when, textElements(line)));
  }
}
