// Holds what the server told: players, channels, messages and commands.

export const TEXT = 0,
  DM = 1,
  PRIVATE_THREAD = 12,
  FORUM = 15;
export const EVERYTHING = (1n << 64n) - 1n;
const THREADS = [10, 11, PRIVATE_THREAD];

const EPHEMERAL = 1 << 6,
  LOADING = 1 << 7,
  LAYOUT = 1 << 15;

export const isThread = (channel) => THREADS.includes(channel.type);
export const isArchived = (channel) => Boolean(channel.thread_metadata?.archived);

/** Whether only one player sees the message, until he dismisses it. */
export const isEphemeral = (message) => Boolean((message.flags ?? 0) & EPHEMERAL);

/** Whether the message is made of Components V2 alone. */
export const isLayout = (message) => Boolean((message.flags ?? 0) & LAYOUT);

/** Whether the message holds the place of an answer that is still to come. */
export const isThinking = (message) => Boolean((message.flags ?? 0) & LOADING);

/** Order of two snowflakes, which are numbers too big for JavaScript's own. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Event "change" after every frame that changed anything. */
export class Store extends EventTarget {
  users = new Map();
  bot = { id: "0", username: "Bot" };
  guild = { id: "0", name: "" };
  channels = new Map();
  commands = [];
  botOnline = false;
  hasBot = true; // whether the bot is in the server
  ahead = 0; // seconds that the sandbox's time is later than this computer's
  namesVersion = 0; // grows whenever a name that a message may mention could have changed
  #messages = new Map(); // channel id -> messages, oldest first

  apply(frame) {
    const take = {
      state: () => this.#begin(frame),
      channel: () => this.#channel(frame.op, frame.channel),
      message: () => this.#message(frame.op, frame.message),
      commands: () => (this.commands = frame.commands),
      user: () => this.users.has(frame.user.id) && this.users.set(frame.user.id, frame.user),
      bot: () => (this.botOnline = frame.online),
      guild: () => Object.assign(this, { guild: frame.guild, hasBot: frame.has_bot }),
      clock: () => (this.ahead = frame.offset),
    }[frame.t];
    if (!take) return;
    take();
    this.dispatchEvent(new Event("change"));
  }

  #begin(state) {
    this.users = new Map(state.users.filter((user) => user.id !== state.bot.id).map((user) => [user.id, user]));
    this.bot = state.bot;
    this.guild = state.guild;
    this.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
    this.commands = state.commands;
    this.hasBot = state.has_bot;
    this.ahead = state.clock.offset;
    if ("online" in state.bot) this.botOnline = state.bot.online;
    this.#messages = Map.groupBy(state.messages, (message) => message.channel_id);
    for (const list of this.#messages.values()) list.sort((a, b) => compareIds(a.id, b.id));
    this.namesVersion += 1;
  }

  #channel(op, channel) {
    if (op === "delete") {
      this.channels.delete(channel.id);
      this.#messages.delete(channel.id);
    } else this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.namesVersion += 1;
  }

  #message(op, message) {
    const list = this.#messages.get(message.channel_id) ?? [];
    this.#messages.set(message.channel_id, list);
    const place = list.findLastIndex((other) => compareIds(other.id, message.id) <= 0);
    const known = list[place]?.id === message.id;
    if (op === "delete") {
      if (known) list.splice(place, 1);
    } else if (known) list[place] = { ...list[place], ...message };
    else list.splice(place + 1, 0, message);
  }

  get isEmpty() {
    return [...this.#messages.values()].every((list) => list.length === 0);
  }

  /** The messages of a channel that this player may see, oldest first. */
  messages(channelId, userId) {
    return (this.#messages.get(channelId) ?? []).filter((m) => !m.visible_to || m.visible_to.includes(userId));
  }

  find(channelId, messageId) {
    return this.#messages.get(channelId)?.find((message) => message.id === messageId);
  }

  /** The channels that this player may see, as the list shows them: DMs first, threads after their channel. */
  channelsFor(userId) {
    const all = [...this.channels.values()];
    const oldestFirst = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);
    const openAndNewestFirst = (a, b) => isArchived(a) - isArchived(b) || compareIds(b.id, a.id);
    const texts = all.filter((channel) => channel.type === TEXT || channel.type === FORUM).sort(oldestFirst);
    const threads = all
      .filter((channel) => isThread(channel) && (channel.type !== PRIVATE_THREAD || this.isMember(channel, userId)))
      .sort(openAndNewestFirst);
    const dms = all.filter((channel) => channel.type === DM && this.isMember(channel, userId));
    return [...dms, ...texts.flatMap((text) => [text, ...threads.filter((thread) => thread.parent_id === text.id)])];
  }

  isMember(channel, userId) {
    if (channel.members) return channel.members.includes(userId);
    return (channel.recipients ?? []).some((user) => user.id === userId);
  }

  /** The player's permission bits: the owner has all, the others those of everyone. */
  permissionsOf(userId) {
    if (userId === this.guild.owner_id) return EVERYTHING;
    return BigInt(this.guild.roles?.find((role) => role.id === this.guild.id)?.permissions ?? 0);
  }

  channelName(channel) {
    return channel.type === DM ? this.nameOf(this.bot.id) : channel.name;
  }

  nameOf(userId) {
    const user = userId === this.bot.id ? this.bot : this.users.get(userId);
    return user ? user.global_name || user.username : "unknown player";
  }
}
