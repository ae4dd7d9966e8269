// Greets a player at the start of a conversation.

import { commandsIn } from "./commands.js";
import { h } from "./dom.js";
import { DM, isThread } from "./store.js";

const OPENING = " new"; // how commands end that open a match

/** What stands above the first message of a channel; an invitation to play while nobody has said anything yet. */
export function welcomeElement(channel, reader) {
  if (channel.name === "races" && reader.store.isEmpty) return invitation(reader);
  if (channel.type === DM)
    return h("p", { class: "begins" }, `Only you and ${reader.store.channelName(channel)} read this.`);
  return h(
    "p",
    { class: "begins" },
    `This is where ${isThread(channel) ? "the thread" : "#"}${isThread(channel) ? " " : ""}${channel.name} begins.`,
  );
}

function invitation(reader) {
  const channel = reader.store.channels.get(reader.channelId);
  // What has to be filled in first is nothing to begin with.
  const openings = commandsIn(channel, reader.me, reader.store).filter(
    (command) => command.text.endsWith(OPENING) && !command.options?.some((option) => option.required),
  );
  return h(
    "div",
    { class: "welcome" },
    h("img", { src: "/page/game.webp", alt: "A race of Pistard, with four teams on the track", width: 400, height: 380 }),
    h("h3", {}, `Welcome, ${reader.name}`),
    h("p", {}, "This is the Gruppetto sandbox: a Discord server on your own computer, with the real bot in it. Look around and play."),
    h(
      "button",
      { type: "button", class: "button success begin", onclick: () => reader.runCommand("start") },
      h("strong", {}, "What can I play?"),
      h("code", {}, "/start"),
    ),
    h("p", {}, "Or open a match right away. + Player adds someone who can join it."),
    h(
      "div",
      { class: "openings" },
      openings.map(({ text, description }) =>
        h(
          "button",
          { type: "button", class: "button secondary", title: description, onclick: () => reader.beginCommand(text) },
          `/${text}`,
        ),
      ),
    ),
    h("p", {}, h("strong", {}, "Open the table"), " in a match shows the match in a browser."),
  );
}
