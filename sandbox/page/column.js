// One player's seat: channel list, messages, composer and the bot's forms, side by side with the others'.

import { badge, showChannels, showPeople } from "./channels.js";
import { Composer } from "./composer.js";
import { avatar, fill, h, showList } from "./dom.js";
import { LanguageChoice } from "./language.js";
import { openMenu } from "./menu.js";
import { messageElement, refreshMessage } from "./message.js";
import { openModal } from "./modal.js";
import { DM, TEXT, compareIds, isEphemeral, isThinking } from "./store.js";
import { welcomeElement } from "./welcome.js";

const PAGE = 60; // messages shown at once; older ones on request
const NEAR = 48; // px from the end that still count as reading the newest message
const MANY_PRIVATE = 3; // messages for this player alone, from which on they can be dismissed together
const FIRST_CHANNEL = "races";
const HOME = "start"; // the command that shows what there is to play

/** Elements get this column as their `reader`: `me`, `store`, `server`, and what their links and buttons do. */
export class Column {
  channelId = null;
  #shown = PAGE;
  #atEnd = true;
  #top = 0; // px scrolled, when last looked
  #newest = null; // id of the last message that was shown
  #newAfter = null; // id of the last message that was read when the player was away
  #wasReading = false; // when last refreshed

  constructor(user, store, server, memory) {
    Object.assign(this, { me: user.id, name: user.global_name || user.username, store, server, memory });
    this.composer = new Composer(this);
    this.where = h("button", {
      type: "button",
      class: "where",
      "aria-expanded": "false",
      onclick: () => this.#unfold(),
    });
    this.language = new LanguageChoice(this.name, (locale) => this.#set("locale", locale, { do: "locale", locale }));
    this.dms = this.#dmSwitch();
    this.home = h(
      "button",
      { type: "button", class: "home", "aria-label": "Home", title: "/start", onclick: () => this.runCommand(HOME) },
      "⌂",
    );
    this.conversations = h("div", {});
    this.people = h("div", { class: "people", role: "group", "aria-label": "People" });
    const label = `${this.name}'s channels`;
    this.channels = h("nav", { class: "channels", "aria-label": label }, this.conversations, this.people);
    this.earlier = h(
      "button",
      { type: "button", class: "link earlier", onclick: () => this.#showEarlier() },
      "Show earlier messages",
    );
    this.list = h("div", { class: "list" });
    this.start = h("div", { class: "start" });
    this.inside = h("div", { class: "inside" }, this.start, this.earlier, this.list);
    this.scroll = h(
      "div",
      { class: "messages", role: "log", tabindex: "0", "aria-label": `${this.name}'s messages` },
      this.inside,
    );
    this.privates = h("div", { class: "privates", role: "status" });
    this.newer = h("button", { type: "button", class: "newer", hidden: true, onclick: () => this.#toEnd() });
    this.element = h(
      "section",
      { class: "column", "data-player": this.name, "aria-label": this.name },
      h("header", { class: "seat" }, avatar(user), h("h2", {}, this.name), this.where, this.home, this.language.element, this.dms),
      this.channels,
      this.scroll,
      h("div", { class: "newer-place" }, this.newer),
      this.privates,
      this.composer.element,
    );
    this.element.style.setProperty("--jersey", avatar(user).style.getPropertyValue("--jersey"));
    this.scroll.addEventListener("scroll", () => this.#scrolled());
    this.sizes = new ResizeObserver(() => this.#atEnd && this.#toEnd());
    this.sizes.observe(this.scroll);
    this.sizes.observe(this.inside);
  }

  /** The switch that closes this player's DMs to the bot. */
  #dmSwitch() {
    return h(
      "button",
      { type: "button", class: "switch", role: "switch", onclick: () => this.#turnDms() },
      h("span", { class: "knob", "aria-hidden": "true" }),
      "Close DMs",
    );
  }

  get #dmsOpen() {
    return this.store.users.get(this.me).dms_open !== false;
  }

  #turnDms() {
    const open = !this.#dmsOpen;
    this.#set("dms_open", open, { do: "dm", open });
  }

  /** Show a setting of the player as he wants it, and go back if the server refuses. */
  #set(setting, value, wish) {
    const show = (value) => {
      this.store.users.get(this.me)[setting] = value;
      this.refresh();
    };
    const before = this.store.users.get(this.me)[setting];
    show(value);
    this.server.tell({ ...wish, user: this.me }, () => show(before));
  }

  get isVisible() {
    return !document.hidden && this.element.checkVisibility();
  }

  /** How many messages of others in the channel this player hasn't seen. */
  unread(channelId) {
    const channel = this.store.channels.get(channelId);
    const read = this.memory.lastRead(this.me, channelId);
    const away = channel.members && channel.type !== TEXT && !this.store.isMember(channel, this.me);
    return this.#messages(channelId).filter(
      (message) =>
        compareIds(message.id, read) > 0 && message.author.id !== this.me && (!away || this.#isMentioned(message)),
    ).length;
  }

  get allUnread() {
    return this.store.channelsFor(this.me).reduce((sum, channel) => sum + this.unread(channel.id), 0);
  }

  #isMentioned(message) {
    return message.mentions?.some((user) => user.id === this.me) || message.content?.includes(`<@${this.me}>`);
  }

  #messages(channelId = this.channelId) {
    return this.store.messages(channelId, this.me).filter((message) => !this.memory.isDismissed(message.id));
  }

  /** Show a conversation, at `messageId` if one is given. */
  open(channelId, messageId) {
    if (channelId !== this.channelId) {
      this.composer.turnTo(channelId);
      this.channelId = channelId;
      this.#newAfter = null;
      this.#wasReading = false;
      this.#shown = PAGE;
      this.#atEnd = true;
      this.#top = 0;
      this.memory.setOpenChannel(this.me, channelId);
    }
    this.element.classList.remove("unfolded");
    this.where.setAttribute("aria-expanded", "false");
    if (messageId) {
      const messages = this.#messages();
      this.#shown = Math.max(this.#shown, messages.length - messages.findIndex((one) => one.id === messageId));
    }
    this.refresh();
    this.channels.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
    if (messageId) this.#flash(messageId);
    this.store.dispatchEvent(new Event("change")); // what is read now is counted on top of the page too
  }

  beginCommand(text) {
    this.composer.begin(text);
  }

  runCommand(text) {
    this.composer.run(text);
  }

  /** Show the bot's commands for a person, and for the message that they were tapped on, if it was one. */
  openMenu(user, message) {
    openMenu(user, message, this);
  }

  showModal(frame) {
    openModal(frame, this);
  }

  focus() {
    this.composer.focus();
  }

  dismiss(messageIds) {
    this.memory.dismiss(messageIds);
    // The button that had the focus goes away with its message
    this.scroll.focus({ preventScroll: true });
    this.store.dispatchEvent(new Event("change"));
  }

  /** Bring everything in the column up to date. */
  refresh() {
    if (!this.store.channelsFor(this.me).length) return;
    if (!this.store.channelsFor(this.me).some((channel) => channel.id === this.channelId))
      this.channelId = this.#firstChannel();
    const channel = this.store.channels.get(this.channelId);
    const name = `${channel.type === DM ? "@" : "#"}${this.store.channelName(channel)}`;
    this.#showMessages(channel);
    this.#read();
    this.#wasReading = this.#isReading;
    this.composer.pointTo(name);
    this.dms.setAttribute("aria-checked", String(!this.#dmsOpen));
    this.language.show(this.store.users.get(this.me).locale);
    this.#showPrivates();
    showChannels(this.conversations, this);
    showPeople(this.people, this);
    const elsewhere = this.allUnread - this.unread(this.channelId);
    fill(this.where, [name, elsewhere], () => [
      h("span", {}, name),
      h("span", { "aria-hidden": "true" }, "▾"),
      badge(elsewhere),
    ]);
    const unread = this.unread(this.channelId);
    this.newer.hidden = !unread || this.#atEnd;
    this.newer.textContent = `↓ ${unread} new`;
  }

  #firstChannel() {
    const known = this.store.channelsFor(this.me);
    const last = known.find((channel) => channel.id === this.memory.openChannel(this.me));
    return (last ?? known.find((channel) => channel.name === FIRST_CHANNEL) ?? known[0]).id;
  }

  #showMessages(channel) {
    this.#look();
    const all = this.#messages();
    const messages = all.slice(-this.#shown);
    const before = new Map(messages.map((message, at) => [message.id, messages[at - 1]]));
    const firstNew = this.#firstNew(messages);
    const newestPrivate = messages.findLast(isEphemeral);
    const around = (message) => ({
      before: before.get(message.id),
      isNew: message === firstNew,
      isStacked: message !== newestPrivate,
    });
    this.earlier.hidden = all.length === messages.length;
    const { isEmpty, namesVersion, commands } = this.store;
    fill(this.start, [all.length > messages.length, channel.name, isEmpty, namesVersion, commands.length], () =>
      all.length > messages.length ? null : welcomeElement(channel, this),
    );
    showList(
      this.list,
      messages,
      (message) => message.id,
      (message) => messageElement(message, this),
      (element, message) => refreshMessage(element, message, around(message), this),
    );
    const newest = messages.at(-1);
    // What this player alone sees answers what he has just done: wherever that was, the answer is shown.
    if (newest && isEphemeral(newest) && newest.id !== this.#newest) this.#atEnd = true;
    this.#newest = newest?.id;
    if (this.#atEnd) this.#toEnd();
  }

  /** The message above which the line "New" stands: none in a channel that was never read. */
  #firstNew(messages) {
    const read = this.memory.lastRead(this.me, this.channelId);
    if (this.unread(this.channelId)) this.#newAfter = this.#wasReading && this.#isReading ? null : read;
    if (!this.#newAfter || this.#newAfter === "0") return null;
    return messages.find((one) => compareIds(one.id, this.#newAfter) > 0 && one.author.id !== this.me);
  }

  get #isReading() {
    return this.#atEnd && this.isVisible;
  }

  /** What is in sight at the end of an open column is read. */
  #read() {
    const newest = this.#messages().at(-1);
    if (newest && this.#isReading) this.memory.markRead(this.me, this.channelId, newest.id);
  }

  /** The bar that dismisses many messages that only this player can see. */
  #showPrivates() {
    const ids = this.#messages()
      .filter((message) => isEphemeral(message) && !isThinking(message))
      .map((message) => message.id);
    fill(this.privates, ids.length < MANY_PRIVATE ? null : ids, () =>
      ids.length < MANY_PRIVATE
        ? null
        : [
            h("span", {}, `${ids.length} messages only you can see`),
            h("button", { type: "button", class: "link", onclick: () => this.dismiss(ids) }, "Dismiss all"),
          ],
    );
  }

  #toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.#top = this.scroll.scrollTop; // or a shorter message would look as if the player had gone up
  }

  #scrolled() {
    const wasAtEnd = this.#atEnd;
    this.#look();
    if (this.#atEnd && !wasAtEnd && this.unread(this.channelId)) this.store.dispatchEvent(new Event("change"));
  }

  /** Note whether the player is at the end. Only a player goes up; a picture that arrives leaves the place as it was. */
  #look() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroll;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#atEnd = true;
    else if (scrollTop < this.#top) this.#atEnd = false;
    this.#top = scrollTop;
  }

  #showEarlier() {
    const fromEnd = this.scroll.scrollHeight - this.scroll.scrollTop;
    this.#atEnd = false;
    this.#shown += PAGE;
    this.refresh();
    this.scroll.scrollTop = this.scroll.scrollHeight - fromEnd;
  }

  #flash(messageId) {
    const element = this.list.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
    if (!element) return;
    this.#atEnd = false;
    element.scrollIntoView({ block: "center" });
    element.classList.remove("flash");
    requestAnimationFrame(() => element.classList.add("flash"));
  }

  #unfold() {
    const open = this.element.classList.toggle("unfolded");
    this.where.setAttribute("aria-expanded", String(open));
  }
}
