// Shows the answers that have no place in the picture, and the bar to confirm, go on or go back.

import { button, fill, h, showList } from "./dom.js";
import { say } from "./text.js";

const optionOf = (entry) => entry.path.at(-1);

/** Between the question and the match: `match` has choose(entry, element), send(path, sure, element) and leave(). */
export class Answers {
  #match;
  #table = null;
  #question = ""; // for which options were chosen
  #chosen = new Set();

  constructor(match) {
    this.#match = match;
    this.words = h("div", { class: "words" });
    this.amount = h("div", {});
    this.element = h("div", { class: "answers" }, this.words, this.amount);
    this.back = button(say("page.back"), () => match.send(this.#table.back, false, this.back));
    this.leave = button(say("page.leave"), () => match.leave());
    this.count = h("span", { class: "count", role: "status" });
    this.next = button(say("page.next"), () => this.#sendChosen(), { class: "primary" });
    this.confirm = button(say("page.confirm"), () => match.send(this.#table.path, true, this.confirm), { class: "primary" });
    this.bar = h("div", { class: "bar" }, this.back, this.leave, this.count, this.next, this.confirm);
  }

  /** How a picture's entries are chosen in this question; null where a press leads on. */
  get isChosen() {
    if (this.#table.kind === "several") return (entry) => this.#chosen.has(optionOf(entry));
    return this.#table.kind === "confirm" ? (entry) => entry.chosen : null;
  }

  show(table) {
    this.#table = table;
    const question = JSON.stringify([table.fingerprint, table.path, table.kind]);
    const entries = [...table.touch, ...table.words];
    if (question !== this.#question) this.#chosen = new Set(entries.filter((entry) => entry.chosen).map(optionOf));
    this.#question = question;
    this.#refresh();
  }

  #refresh() {
    const { kind, back, planning, words, least, most } = this.#table;
    showList(
      this.words,
      words,
      (entry) => JSON.stringify(entry.path),
      () => button("", ({ currentTarget: element }) => this.#match.choose(element.entry, element), { class: "answer" }),
      (element, entry) => this.#refreshWord(element, entry),
    );
    fill(this.amount, kind === "amount" && [this.#question, least, most], () => kind === "amount" && this.#amountForm());
    const sure = kind === "confirm",
      several = kind === "several";
    this.confirm.hidden = !sure;
    this.next.hidden = this.count.hidden = !several;
    this.back.hidden = back === null;
    this.leave.hidden = !planning || back !== null;
    this.bar.hidden = [...this.bar.children].every((child) => child.hidden);
    this.bar.classList.toggle("sticky", sure || several);
    if (several) this.#refreshCount();
  }

  #refreshWord(element, entry) {
    element.entry = entry;
    fill(element, [entry.pad, entry.words], () => [
      entry.pad && entry.pad !== entry.words && h("b", { class: "pad", "aria-hidden": "true" }, entry.pad),
      h("span", {}, entry.words),
    ]);
    if (this.isChosen) element.setAttribute("aria-pressed", String(this.isChosen(entry)));
    else element.removeAttribute("aria-pressed");
  }

  #refreshCount() {
    const { least, most } = this.#table;
    const n = this.#chosen.size;
    const wish = say(least === most ? "page.choose.exactly" : "page.choose", { least, most });
    this.count.textContent = n ? say("page.chosen", { n, most }) : wish;
    this.next.disabled = n < least || n > most;
    this.next.textContent = say(n || least ? "page.next" : "page.nothing");
  }

  /** Take an option or put it back; with one more than may be, the one chosen first goes. */
  toggle(entry) {
    const option = optionOf(entry);
    if (!this.#chosen.delete(option)) this.#chosen.add(option);
    if (this.#chosen.size > this.#table.most) this.#chosen.delete(this.#chosen.values().next().value);
    this.#refresh();
  }

  #sendChosen() {
    const options = [...this.#table.touch, ...this.#table.words].map(optionOf);
    const step = options.filter((option) => this.#chosen.has(option)).join("+") || "-";
    this.#match.send([...this.#table.path, step], false, this.next);
  }

  #amountForm() {
    const { path, least, most } = this.#table;
    const field = h("input", { type: "number", min: least, max: most, step: 1, required: true, inputmode: least < 0 ? null : "numeric" });
    const submit = (event) => {
      event.preventDefault();
      this.#match.send([...path, String(field.valueAsNumber)], false, field);
    };
    return h(
      "form",
      { class: "amount", onsubmit: submit },
      h("label", {}, h("span", {}, say("page.number", { least, most })), field),
      h("button", { class: "primary" }, say("page.next")),
    );
  }
}
