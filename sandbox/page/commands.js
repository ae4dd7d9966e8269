// Lists the bot's slash commands as a player types them, and finds them by what was typed.

import { DM, EVERYTHING } from "./store.js";

const SLASH = 1,
  SUB_COMMAND = 1,
  SUB_GROUP = 2;
const IN_BOT_DM = 1,
  IN_GUILD = 0;
const BY_SERVER = 0,
  BY_PERSON = 1;
const WORD_LEAST = 3; // letters, from which on descriptions are searched too

/** Every command that `userId` can send from the channel: {text: "pistard new", name, path, description, options}. */
export function commandsIn(channel, userId, store) {
  return store.commands
    .filter(
      (command) =>
        (command.type ?? SLASH) === SLASH &&
        isInstalled(command, store.users.get(userId), store) &&
        worksIn(command, channel) &&
        isFor(command, store.permissionsOf(userId)),
    )
    .flatMap((command) => leaves(command, command.name, []))
    .sort((a, b) => a.text.localeCompare(b.text));
}

function isInstalled(command, user, store) {
  const by = command.integration_types ?? [BY_SERVER];
  return (store.hasBot && by.includes(BY_SERVER)) || (user?.installed && by.includes(BY_PERSON));
}

function worksIn(command, channel) {
  const inDm = channel?.type === DM;
  if (command.contexts) return command.contexts.includes(inDm ? IN_BOT_DM : IN_GUILD);
  return !inDm || command.dm_permission !== false;
}

function isFor(command, permissions) {
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined) return true;
  return needed === "0" ? permissions === EVERYTHING : (BigInt(needed) & ~permissions) === 0n;
}

function leaves(node, name, path) {
  const deeper = (node.options ?? []).filter((option) => [SUB_COMMAND, SUB_GROUP].includes(option.type));
  if (deeper.length) return deeper.flatMap((option) => leaves(option, name, [...path, option.name]));
  return [{ text: [name, ...path].join(" "), name, path, description: node.description, options: node.options ?? [] }];
}

/** The commands that fit what was typed after the slash, those that begin with it first. */
export function search(commands, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.join(" ");
  const rank = (command) => {
    if (command.text.startsWith(wanted)) return 0;
    if (words.every((word) => command.text.includes(word))) return 1;
    const said = ` ${command.text} ${command.description}`.toLowerCase();
    return wanted.length >= WORD_LEAST && words.every((word) => said.includes(` ${word}`)) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((place) => commands.filter((command) => rank(command) === place));
}
