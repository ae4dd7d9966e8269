// Takes what a player types at the bottom of a column: chat, or after a slash a command.

import { commandForm } from "./commandform.js";
import { commandsIn, search } from "./commands.js";
import { h } from "./dom.js";

const MESSAGE_MOST = 2000; // characters, Discord's limit
const NAME_MOST = 14; // characters of a channel's name that fit into the empty box

export class Composer {
  #reader;
  #found = [];
  #active = 0;
  #form = null;

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
    const [sign, name] = [channelName.slice(0, 1), channelName.slice(1)];
    const short = name.length > NAME_MOST ? `${name.slice(0, NAME_MOST - 1).trimEnd()}…` : name;
    this.box.placeholder = `Message ${sign}${short}, or type /`;
  }

  /** Give up a half filled command: it belonged to another channel. */
  reset() {
    if (this.#form) this.#leave(false);
  }

  /** Start the command with this text ("pistard new"); put it into the box if the bot has no such command (yet). */
  begin(text) {
    const command = this.#commands().find((one) => one.text === text);
    if (command) return this.#open(command);
    this.box.value = `/${text}`;
    this.box.focus();
    this.#typed();
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
          h("strong", {}, `/${command.text}`),
          h("span", {}, command.description),
          h(
            "small",
            {},
            command.options
              .filter((option) => option.required)
              .map((option) => option.name)
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
    if (focus) this.box.focus({ preventScroll: true });
  }
}
