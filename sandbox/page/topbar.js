// The bar above all columns: which players are shown, and how the bot and the connection are.

import { countText } from "./channels.js";
import { avatar, fill, h } from "./dom.js";

const NARROW = matchMedia("(max-width: 699px)");

/** Event "change" when another set of columns is to be shown. */
export class TopBar extends EventTarget {
  #memory;
  #columns;
  #atFirst;
  #tab = 0;

  /** The first `atFirst` players are there from the beginning. */
  constructor(memory, columns, atFirst) {
    super();
    this.#memory = memory;
    this.#columns = columns;
    this.#atFirst = atFirst;
    this.element = document.querySelector(".players");
    this.state = document.querySelector(".bot-state");
    this.buttons = columns.map((column, at) =>
      h("button", { type: "button", class: "player", onclick: () => this.#press(at) }),
    );
    this.add = h(
      "button",
      { type: "button", class: "player add", title: "Another player to play with", onclick: () => this.#add() },
      h("span", { "aria-hidden": "true" }, "+"),
      "Player",
    );
    this.element.replaceChildren(...this.buttons, this.add);
    this.element.onkeydown = (event) => this.#key(event);
    NARROW.onchange = () => this.#changed();
    this.#arrange();
  }

  #isThere(at) {
    return at < this.#atFirst || this.#memory.isAdded(this.#columns[at].me);
  }

  #add() {
    const at = this.#columns.findIndex((_, at) => !this.#isThere(at));
    this.#memory.add(this.#columns[at].me);
    this.#tab = at;
    this.#changed();
    this.buttons[at].focus();
  }

  #press(at) {
    if (NARROW.matches) this.#tab = at;
    else {
      const { me } = this.#columns[at];
      const others = this.#columns.filter(
        (column, other) => other !== at && this.#isThere(other) && !this.#memory.isHidden(column.me),
      );
      this.#memory.setHidden(me, !this.#memory.isHidden(me) && others.length > 0);
    }
    this.#changed();
  }

  #key(event) {
    const there = this.buttons.filter((_, at) => this.#isThere(at));
    const steps = { ArrowRight: 1, ArrowLeft: there.length - 1 };
    const at = there.indexOf(document.activeElement);
    if (!NARROW.matches || at < 0 || !(event.key in steps)) return;
    const next = there[(at + steps[event.key]) % there.length];
    this.#press(this.buttons.indexOf(next));
    next.focus();
  }

  #changed() {
    this.#arrange();
    this.dispatchEvent(new Event("change"));
  }

  /** On a narrow window the players are tabs, on a wide one switches for their columns. */
  #arrange() {
    this.element.setAttribute("role", NARROW.matches ? "tablist" : "group");
    this.#columns.forEach((column, at) => {
      const shown = this.#isThere(at) && (NARROW.matches ? at === this.#tab : !this.#memory.isHidden(column.me));
      const [set, unset] = NARROW.matches ? ["aria-selected", "aria-pressed"] : ["aria-pressed", "aria-selected"];
      column.element.hidden = !shown;
      this.buttons[at].hidden = !this.#isThere(at);
      this.buttons[at].setAttribute(set, String(shown));
      this.buttons[at].removeAttribute(unset);
      if (NARROW.matches) {
        this.buttons[at].setAttribute("role", "tab");
        this.buttons[at].tabIndex = shown ? 0 : -1;
      } else {
        this.buttons[at].removeAttribute("role");
        this.buttons[at].tabIndex = 0;
      }
    });
    const there = this.#columns.filter((_, at) => this.#isThere(at));
    there[0].element.parentElement.classList.toggle("alone", there.length === 1);
    this.add.hidden = this.#columns.every((_, at) => this.#isThere(at));
  }

  refresh(store, connected) {
    this.#columns.forEach((column, at) => {
      const unread = column.allUnread;
      fill(this.buttons[at], unread, () => [
        avatar(store.users.get(column.me)),
        h("span", {}, column.name),
        unread > 0 && h("span", { class: "badge", "aria-label": `${unread} unread` }, countText(unread)),
      ]);
      this.buttons[at].hidden = !this.#isThere(at); // which filling it has shown
    });
    const [look, text] = !connected
      ? ["lost", "Reconnecting…"]
      : !store.hasBot
        ? ["offline", "Bot not in the server"]
        : store.botOnline
          ? ["online", "Bot online"]
          : ["offline", "Bot offline"];
    this.state.className = `bot-state ${look}`;
    if (this.state.textContent !== text) this.state.textContent = text;
    const unread = this.#columns.reduce((sum, column, at) => sum + (this.#isThere(at) ? column.allUnread : 0), 0);
    document.title = unread ? `(${countText(unread)}) Gruppetto sandbox` : "Gruppetto sandbox";
  }
}
