// The menu of a person or of a message: the bot's commands for whom or what was tapped.

import { MESSAGE, USER, menuIn } from "./commands.js";
import { avatar, h } from "./dom.js";
import { keepFocusInside } from "./modal.js";
import { isEphemeral } from "./store.js";

let serial = 0;

/** Show the commands for `user`, and for the `message` that they were tapped on, over the column `reader`. */
export function openMenu(user, message, reader) {
  const { store, me } = reader;
  const before = document.activeElement;
  const channelId = message?.channel_id ?? reader.channelId;
  const offered = (kind) => menuIn(store.channels.get(channelId), me, kind, store);
  const title = h("h2", { id: `menu-${++serial}` }, avatar(user, user.bot), store.nameOf(user.id));
  const failure = h("p", { class: "failure", role: "alert" });
  const item = (command, kind, targetId) =>
    h("button", { type: "button", role: "menuitem", class: "button secondary", onclick: (event) => choose(event, command, kind, targetId) }, command.label);
  const ofPerson = offered(USER).map((command) => item(command, USER, user.id));
  const isShared = message && !isEphemeral(message);
  const ofMessage = isShared ? offered(MESSAGE).map((command) => item(command, MESSAGE, message.id)) : [];
  const menu = h(
    "div",
    { class: "modal menu", role: "dialog", "aria-modal": "true", "aria-labelledby": title.id },
    title,
    group("Apps", ofPerson),
    group("Apps, for this message", ofMessage),
    !ofPerson.length && !ofMessage.length && h("p", { class: "hint" }, "The bot has no commands for this."),
    failure,
    h("div", { class: "row" }, h("button", { type: "button", class: "button secondary", onclick: close }, "Close")),
  );
  const cover = h("div", { class: "cover", onclick: (event) => event.target === cover && close() }, menu);

  async function choose(event, command, kind, targetId) {
    const pressed = event.currentTarget;
    if (menu.querySelector("[aria-busy]")) return;
    pressed.setAttribute("aria-busy", "true");
    failure.textContent = "";
    try {
      await reader.server.ask({
        do: "menu",
        user: me,
        channel_id: channelId,
        name: command.name,
        type: kind,
        target_id: targetId,
      });
      close();
    } catch (refusal) {
      failure.textContent = refusal.message;
      pressed.removeAttribute("aria-busy");
    }
  }
  function close() {
    cover.remove();
    if (before?.isConnected && before.checkVisibility()) before.focus({ preventScroll: true });
    else reader.focus();
  }

  cover.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Tab") keepFocusInside(event, menu);
  });
  reader.element.querySelector(":scope > .cover")?.remove();
  reader.element.append(cover);
  menu.querySelector("button").focus({ preventScroll: true });
}

function group(name, items) {
  return items.length > 0 && h("div", { class: "items", role: "menu", "aria-label": name }, h("small", {}, name), items);
}
