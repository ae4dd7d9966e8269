// Takes what a player types at the bottom of a column: chat, or after a slash a command.

import { commandForm } from "./commandform.js";
import { commandsIn, search } from "./commands.js";
import { h } from "./dom.js";

const MESSAGE_MOST = 2000; // characters, Discord's limit
const pen = document.createElement("canvas").getContext("2d"); // measures text
const BY_TOUCH = matchMedia("(pointer: coarse)");

export class Composer {
  #reader;
  #found = [];
  #active = 0;
  #form = null;
  #channelName = "";
  #drafts = new Map(); // channel id -> what was typed there and not sent

  /** `reader` is the column: who types, and into which channel. */
  constructor(reader) {
    this.#reader = reader;
    const id = `commands-${reader.me}`;
    this.list = h("ul", { class: "picker commands", id, role: "listbox", "aria-label": "Commands", hidden: true });
    this.box = h("textarea", {
      rows: 1,
      role: "textbox",
      maxlength: MESSAGE_MOST,
      autocomplete: "off",
      "aria-label": `Message as ${reader.name}`,
      "aria-autocomplete": "list",
      "aria-controls": id,
    });
    this.failure = h("p", { class: "failure", role: "alert" });
    this.send = h(
      "button",
      { type: "button", class: "round", "aria-label": "Send", onclick: () => this.#enter() },
      "➤",
    );
    this.line = h("div", { class: "line" }, this.box, this.send);
    this.element = h("div", { class: "composer" }, this.list, this.failure, this.line);
    new ResizeObserver(() => this.#invite()).observe(this.box);
    this.box.addEventListener("input", () => this.#typed());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("blur", () => this.#offer([]));
    this.box.addEventListener("focus", () => this.#typed());
  }

  focus() {
    if (this.#form) this.#form.focus();
    else this.box.focus({ preventScroll: true });
  }

  /** Name the channel that a message would go to. */
  pointTo(channelName) {
    if (channelName === this.#channelName) return;
    this.#channelName = channelName;
    this.#invite();
  }

  /** Invite to write, with as much of the channel's name as the empty box has room for. */
  #invite() {
    const style = getComputedStyle(this.box);
    const room = this.box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (!(room > 0)) return;
    pen.font = style.font;
    const letters = [...this.#channelName];
    const written = (kept) =>
      `Message ${kept < letters.length ? `${letters.slice(0, kept).join("").trimEnd()}…` : this.#channelName}, or type /`;
    let kept = letters.length;
    while (kept > 1 && pen.measureText(written(kept)).width > room) kept -= 1;
    this.box.placeholder = written(kept);
  }

  /** Keep what was typed with the channel that is left and give up a half filled command. */
  turnTo(channelId) {
    if (this.#form) this.#leave(false);
    this.#drafts.set(this.#reader.channelId, this.box.value);
    this.box.value = this.#drafts.get(channelId) ?? "";
    this.failure.textContent = "";
    this.#offer([]);
  }

  /** Start the command with this text ("pistard new"); put it into the box if the bot has no such command (yet). */
  begin(text) {
    const command = this.#commands().find((one) => one.text === text);
    if (command) return this.#open(command);
    this.box.value = `/${text}`;
    this.box.focus();
    this.#typed();
  }

  /** Send the command with this text, which needs no options; put it into the box if the bot has no such command. */
  async run(text) {
    const command = this.#commands().find((one) => one.text === text);
    if (!command) return this.begin(text);
    const { server, me, channelId } = this.#reader;
    this.failure.textContent = "";
    try {
      await server.ask({ do: "slash", user: me, channel_id: channelId, name: command.name, path: command.path, options: {} });
    } catch (refusal) {
      this.failure.textContent = refusal.message;
    }
  }

  #commands() {
    const { me, store, channelId } = this.#reader;
    return commandsIn(store.channels.get(channelId), me, store);
  }

  #typed() {
    const text = this.box.value;
    this.failure.textContent = "";
    const commands = text.startsWith("/") ? search(this.#commands(), text.slice(1)) : [];
    this.#active = 0;
    this.#offer(commands);
  }

  #offer(commands) {
    this.#found = commands;
    this.list.hidden = !commands.length;
    this.list.replaceChildren(
      ...commands.map((command, at) =>
        h(
          "li",
          {
            role: "option",
            id: `${this.list.id}-${at}`,
            "aria-selected": String(at === this.#active),
            onmousedown: (event) => this.#tap(event, command),
          },
          h("strong", {}, `/${command.label}`),
          h("span", {}, command.description),
          h(
            "small",
            {},
            command.options
              .filter((option) => option.required)
              .map((option) => option.label)
              .join(" "),
          ),
        ),
      ),
    );
    if (!commands.length) return this.box.removeAttribute("aria-activedescendant");
    this.box.setAttribute("aria-activedescendant", `${this.list.id}-${this.#active}`);
    this.list.children[this.#active].scrollIntoView({ block: "nearest" });
  }

  #tap(event, command) {
    event.preventDefault();
    this.#open(command);
  }

  #key(event) {
    const steps = { ArrowDown: 1, ArrowUp: this.#found.length - 1 };
    if (this.#found.length && event.key in steps) {
      this.#active = (this.#active + steps[event.key]) % this.#found.length;
      this.#offer(this.#found);
    } else if (this.#found.length && event.key === "Escape") this.#offer([]);
    else if (this.#found.length && event.key === "Tab" && !event.shiftKey) this.#open(this.#found[this.#active]);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.#enter();
    else return;
    event.preventDefault();
  }

  #enter() {
    if (this.#found.length) return this.#open(this.#found[this.#active]);
    const text = this.box.value.trim();
    if (!text) return this.box.focus();
    if (text.startsWith("/")) {
      const found = search(this.#commands(), text.slice(1));
      if (found.length) return this.#open(found[0]);
      this.failure.textContent = "There is no such command here.";
      return;
    }
    const { server, me, channelId } = this.#reader;
    const content = this.#withMentions(text);
    this.box.value = "";
    server.tell({ do: "send", user: me, channel_id: channelId, content }, (refusal) => {
      this.failure.textContent = refusal.message;
      this.box.value ||= text;
    });
  }

  /** "@Bob" as the mention that Discord would make of it. */
  #withMentions(text) {
    const ids = new Map([...this.#reader.store.users.keys()].map((id) => [this.#reader.store.nameOf(id), id]));
    return text.replace(/@(\w+)/g, (written, name) => (ids.has(name) ? `<@${ids.get(name)}>` : written));
  }

  #open(command) {
    this.#offer([]);
    this.box.value = "";
    this.failure.textContent = "";
    this.#form?.element.remove();
    this.#form = commandForm(command, this.#reader, () => this.#leave(true));
    this.line.hidden = true;
    this.element.append(this.#form.element);
    this.#form.focus();
  }

  #leave(focus) {
    this.#form.element.remove();
    this.#form = null;
    this.line.hidden = false;
    // On a phone the keyboard would come up and hide the answer; a form that the answer has opened keeps the focus
    const covered = this.#reader.element.querySelector(":scope > .cover");
    if (focus && !covered && !BY_TOUCH.matches) this.box.focus({ preventScroll: true });
  }
}
