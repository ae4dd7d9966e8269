// Lists the conversations that a player can see, with what is unread in each.

import { avatar, h, showList } from "./dom.js";
import { DM, FORUM, PRIVATE_THREAD, isArchived, isThread } from "./store.js";

const MANY = 99;

export const countText = (count) => (count > MANY ? `${MANY}+` : String(count));

/** A badge that says how much is unread, or nothing. */
export function badge(count) {
  return count ? h("span", { class: "badge", "aria-label": `${count} unread` }, countText(count)) : null;
}

function sign(channel, store) {
  if (channel.type === DM) return avatar(store.bot, true);
  if (isThread(channel))
    return h("span", { class: "sign", "aria-hidden": "true" }, channel.type === PRIVATE_THREAD ? "◒" : "↳");
  return h("span", { class: "sign", "aria-hidden": "true" }, channel.type === FORUM ? "☰" : "#");
}

/** Bring the row of the other players up to date: at a tap the bot's commands for them open. */
export function showPeople(parent, reader) {
  const { store, me } = reader;
  const others = [...store.users.values()].filter((user) => user.id !== me);
  const make = (user) =>
    h(
      "button",
      {
        type: "button",
        class: "person",
        "data-person": user.id,
        "aria-haspopup": "dialog",
        onclick: () => reader.openMenu(store.users.get(user.id)),
      },
      avatar(user),
      h("span", {}, store.nameOf(user.id)),
    );
  showList(parent, others, (user) => user.id, make, () => {});
}

/** Bring the list of `<button data-channel>` in `parent` up to date. */
export function showChannels(parent, reader) {
  const { store, me } = reader;
  const make = (channel) =>
    h("button", { type: "button", "data-channel": channel.id, onclick: () => reader.open(channel.id) });
  const refresh = (element, channel) => {
    const unread = reader.unread(channel.id);
    element.className = [
      "channel",
      isThread(channel) && "thread",
      isArchived(channel) && "archived",
      unread && "unread",
    ]
      .filter(Boolean)
      .join(" ");
    if (channel.id === reader.channelId) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
    element.replaceChildren(
      sign(channel, store),
      h("span", { class: "label" }, store.channelName(channel)),
      badge(unread) ?? "",
    );
    element.title = isArchived(channel) ? `${channel.name} (archived)` : store.channelName(channel);
  };
  showList(parent, store.channelsFor(me), (channel) => channel.id, make, refresh);
}
