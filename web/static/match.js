// The screen of one match: news, question, picture, answers and tools.

import { newNonce } from "./api.js";
import { Answers } from "./answers.js";
import { button, fill, h, sign } from "./dom.js";
import { dueElement, openHint, openMore, openNote, openSince } from "./panels.js";
import { Picture } from "./picture.js";
import { say, textElements } from "./text.js";

const CALM = 300; // ms after an answer in which a second tap still belongs to the first
const NEWS_SHOWN = 3; // lines of news; the others are a press away
const OF_THE_QUESTION = ["question", "kind", "path", "back", "planning", "touch", "words", "least", "most", "picture"];
const OF_THE_PRESS = ["led", "news"];
const MOVES_ON = ["touch", "undo", "auto", "plan", "try", "try/back", "line/on", "line/use"];

/** What a reader has begun and would lose. */
const isBegun = (table) => table.back !== null;

/** `session` has ask(address, body), fail(failure, retry) and calm(). */
export class Match {
  table = null;
  #session;
  #number;
  #query;
  #busy = false;
  #follows; // whether a person who looks on follows the match; null: they can't, undefined: I haven't asked
  #isPublic;
  #late = null; // the newest table that came while a press was on its way
  #gone = false;
  #base = ""; // fingerprint of the match as it is, also while something is tried out or planned

  constructor(session, number, isPublic) {
    this.#session = session;
    this.#number = number;
    this.#isPublic = isPublic;
    this.#query = isPublic ? "as=public" : "";
    this.events = `events?${["match=" + number, this.#query].filter(Boolean).join("&")}`;
    this.answers = new Answers(this);
    this.picture = new Picture((entry, element) => this.choose(entry, element));
    this.title = h("h1", { tabindex: "-1" });
    this.due = h("span", {});
    this.thread = h("span", {});
    this.notice = h("div", { class: "notice", tabindex: "-1" });
    this.news = h("div", { class: "news", tabindex: "-1" });
    this.vote = h("section", { class: "vote" });
    this.live = h("section", { class: "vote" });
    this.question = h("div", { class: "question", tabindex: "-1" });
    this.next = h("p", { class: "next" });
    this.about = h("section", { class: "about" });
    this.tools = h("div", { class: "tools", role: "group", "aria-label": say("page.tools") });
    this.back = isPublic && h("p", { class: "next" }, say("page.public.now"), " ", h("a", { href: `#${number}` }, say("page.mine")));
    this.element = h(
      "main",
      { class: "match" },
      h("header", {}, h("a", { href: "#" }, "‹ ", say("page.matches")), this.thread, this.title, this.due),
      h("div", { class: "told", "aria-live": "polite", "aria-relevant": "additions" }, this.notice, this.news),
      this.back,
      this.vote,
      this.live,
      this.question,
      this.picture.element,
      this.answers.element,
      this.answers.bar,
      this.next,
      this.tools,
      this.about,
    );
  }

  get = (what) => this.#session.ask(`match/${this.#number}/${what}`);
  post = (what, body) => this.#session.ask(`match/${this.#number}/${what}`, body);
  fail = (failure, retry) => this.#session.fail(failure, retry);

  close() {
    this.#gone = true;
  }

  async load() {
    this.hear("table", await this.#fresh());
  }

  #fresh() {
    return this.#session.ask(`match/${this.#number}?${this.#query}`);
  }

  /** A table that I didn't press for: what is begun stays as long as its question does. */
  hear(name, table) {
    if (name !== "table" || this.#gone) return;
    if (this.#busy) this.#late = table;
    else if ((this.table?.trying || this.table?.planning) && this.#base === table.fingerprint) return;
    else if (this.table?.fingerprint === table.fingerprint) this.#show({ ...table, ...this.#kept() });
    else this.#show(table);
  }

  /** What stays of the table shown, as nothing has happened that changes the question. */
  #kept() {
    const parts = ["notice", ...(isBegun(this.table) ? OF_THE_QUESTION : []), ...(this.table.led ? OF_THE_PRESS : [])];
    return Object.fromEntries(parts.map((part) => [part, this.table[part]]));
  }

  /** Leave what is planned, without a change. */
  async leave() {
    if (this.#busy) return;
    try {
      this.#show(await this.#fresh());
    } catch (failure) {
      this.fail(failure, () => this.leave());
    }
  }

  /** An entry of picture or words was pressed. */
  choose(entry, element) {
    if (this.table.kind === "several") {
      this.answers.toggle(entry);
      this.#showPicture();
    } else if (this.table.kind === "confirm" && entry.chosen) this.send(this.table.path, true, element);
    else this.send(entry.path, false, element);
  }

  send(path, sure, element) {
    if (this.table.trying) return this.press("try", { path }, element);
    this.press("touch", { path, sure, planning: this.table.planning }, element);
  }

  /** Do something at the table as it is shown. */
  press(verb, body = {}, element = null) {
    return this.#send(verb, { fingerprint: this.table.fingerprint, nonce: newNonce(), ...body }, element);
  }

  /** Send one press, whether it was taken; another one waits until its answer is shown and seen. */
  async #send(verb, body, element) {
    if (this.#busy) return false;
    this.#busy = true;
    this.element.setAttribute("aria-busy", "true");
    element?.classList.add("pressed");
    try {
      const table = await this.post(verb, body);
      this.#session.calm();
      if (!this.#gone) this.#answered(verb, table);
      return true;
    } catch (failure) {
      this.fail(failure, () => this.#send(verb, body, element));
      return false;
    } finally {
      element?.classList.remove("pressed");
      setTimeout(() => this.#free(), CALM);
    }
  }

  #free() {
    this.#busy = false;
    this.element.removeAttribute("aria-busy");
    const late = this.#late;
    this.#late = null;
    // Which of the two is newer, the server knows.
    if (late && late.fingerprint !== this.table.fingerprint) this.load().catch((failure) => this.fail(failure));
    else if (late) this.hear("table", late);
  }

  #answered(verb, table) {
    const before = this.table;
    this.#show(table);
    if (!MOVES_ON.includes(verb)) return;
    const moved = table.fingerprint !== before.fingerprint;
    if (moved) scrollTo(0, 0);
    this.#focus(table.kind === "confirm" && this.answers.confirm, moved && this.news, this.question, this.notice);
    if (!moved) this.question.scrollIntoView({ block: "nearest" });
  }

  #show(table) {
    const hadFocus = this.element.contains(document.activeElement);
    this.table = table;
    this.#learn(table);
    if (!table.trying && !table.planning) this.#base = table.fingerprint;
    document.title = `${table.asked ? "● " : ""}${table.title}`;
    this.title.textContent = table.title;
    fill(this.due, table.due, () => table.due && dueElement(table.due));
    fill(this.thread, table.thread, () => table.thread && h("a", { href: table.thread, target: "_blank", rel: "noopener" }, say("page.thread")));
    fill(this.notice, table.notice, () => textElements(table.notice));
    fill(this.news, table.news, () => this.#newsElements());
    fill(this.vote, table.vote, () => table.vote && this.#voteElements());
    fill(this.live, table.live, () => table.live && this.#liveElements());
    fill(this.question, table.question, () => textElements(table.question));
    fill(this.next, table.next, () => table.next && h("a", { class: "button", href: `#${table.next.match}` }, table.next.words));
    fill(this.about, [table.about, table.note, table.lines], () => this.#aboutElements());
    fill(this.tools, [table.tools, table.votes, table.tried, this.#follows], () => this.#toolElements());
    this.answers.show(table);
    this.#showPicture();
    if (hadFocus && document.activeElement === document.body) this.#focus(this.question, this.notice);
  }

  /** Go on from the first of these that is shown. */
  #focus(...elements) {
    const shown = elements.find((element) => element && !element.hidden) ?? this.title;
    shown.focus({ preventScroll: true });
  }

  /** Whether the reader follows the match: what all who look on are sent doesn't say. */
  #learn({ seat, follows }) {
    if (seat !== null || this.#isPublic) this.#follows = null;
    else if (follows !== null) this.#follows = follows;
    else if (this.#follows === undefined) {
      this.#follows = null;
      this.load().catch((failure) => this.fail(failure));
    }
  }

  #showPicture() {
    this.picture.show(this.table.picture, this.table.touch, this.answers.isChosen);
  }

  #newsElements() {
    const { news } = this.table;
    const rest = news.slice(NEWS_SHOWN);
    return [
      ...textElements(news.slice(0, NEWS_SHOWN)),
      rest.length > 0 && h("details", {}, h("summary", {}, say("page.rest", { n: rest.length })), textElements(rest)),
    ];
  }

  #voteElements() {
    const { text, can, since } = this.table.vote;
    const cast = (words, yes) => button(say(words), () => this.press("cast", { yes, since }));
    return [...textElements(text), can && h("div", { class: "row" }, cast("page.yes", true), cast("page.no", false))];
  }

  #liveElements() {
    const { text, act } = this.table.live;
    const press = act && button(say(`page.live.${act}`), () => this.press(`live/${act}`), { class: "primary" });
    return [...textElements(text), press && h("div", { class: "row" }, press)];
  }

  #aboutElements() {
    const { about, note, lines } = this.table;
    const kept = note && h("p", { class: "kept" }, sign("📝 "), note);
    return [...textElements(about), kept, ...lines.map((line) => this.#lineElement(line))];
  }

  #lineElement({ number, line, text, possible }) {
    const act = (words, verb) => button(say(words), () => this.press(`line/${verb}`, { number, line }));
    const acts = [possible && act("page.line.use", "use"), possible && act("page.line.on", "on"), act("page.line.drop", "drop")];
    return h("div", { class: "kept" }, ...textElements(text), h("div", { class: "row" }, acts));
  }

  #toolElements() {
    const { tools, votes, tried } = this.table;
    const follow = { true: "unfollow", false: "follow" }[this.#follows];
    const more = votes.length > 0 || tools.some((tool) => tool === "public" || tool.startsWith("auto."));
    const all = [
      ["undo", "⏪", () => this.press(tried ? "try/back" : "undo")],
      ["keep", "💾", () => this.press("try/keep")],
      ["leave.try", "✖️", () => this.press("try/leave")],
      ["try", "💭", () => this.press("try")],
      ["hint", "💡", () => openHint(this)],
      ["change", "✏️", () => this.send([], false)],
      ["plan", "🔮", () => this.press("plan")],
      ["withdraw", "🗑️", () => this.press("withdraw")],
      ["since", "📼", () => openSince(this)],
      ["note", "📝", () => openNote(this)],
      ["follow", "🔔", () => this.press("follow", { on: true })],
      ["unfollow", "🔕", () => this.press("follow", { on: false })],
      ["more", "⋯", () => openMore(this)],
    ];
    return all
      .filter(([name]) => (name === "more" ? more : name === follow || tools.includes(name)))
      .map(([name, mark, act]) => button([sign(mark), h("span", {}, say(`page.${name}`))], act));
  }
}
