// Remembers in this browser what each player has read, dismissed and opened, who was added, and whose columns are shown.

import { compareIds } from "./store.js";

const KEY = "gruppetto-sandbox";
const DISMISSED_KEPT = 300;

export class Memory {
  #kept = { read: {}, open: {}, dismissed: [], added: [], hidden: [], ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };

  #save() {
    localStorage.setItem(KEY, JSON.stringify(this.#kept));
  }

  /** Id of the newest message that the player has seen in the channel. */
  lastRead(userId, channelId) {
    return this.#kept.read[`${userId}/${channelId}`] ?? "0";
  }

  markRead(userId, channelId, messageId) {
    if (compareIds(messageId, this.lastRead(userId, channelId)) <= 0) return false;
    this.#kept.read[`${userId}/${channelId}`] = messageId;
    this.#save();
    return true;
  }

  openChannel(userId) {
    return this.#kept.open[userId];
  }

  setOpenChannel(userId, channelId) {
    this.#kept.open[userId] = channelId;
    this.#save();
  }

  isDismissed(messageId) {
    return this.#kept.dismissed.includes(messageId);
  }

  dismiss(messageIds) {
    this.#kept.dismissed = [...this.#kept.dismissed, ...messageIds].slice(-DISMISSED_KEPT);
    this.#save();
  }

  isAdded(userId) {
    return this.#kept.added.includes(userId);
  }

  add(userId) {
    this.#kept.added.push(userId);
    this.#save();
  }

  isHidden(userId) {
    return this.#kept.hidden.includes(userId);
  }

  setHidden(userId, hidden) {
    this.#kept.hidden = this.#kept.hidden.filter((id) => id !== userId).concat(hidden ? [userId] : []);
    this.#save();
  }
}
