// Lists the bot's slash commands as a player types them, and finds them by what was typed.

import { DM, EVERYTHING } from "./store.js";

export const USER = 2,
  MESSAGE = 3; // commands in the menu of a person, and of a message
const SLASH = 1,
  SUB_COMMAND = 1,
  SUB_GROUP = 2;
const IN_BOT_DM = 1,
  IN_GUILD = 0;
const BY_SERVER = 0,
  BY_PERSON = 1;
const WORD_LEAST = 3; // letters, from which on descriptions are searched too

/**
 * Every command that `userId` can send from the channel: {text: "pistard new", label, name, path, description, options}.
 *
 * `label`, descriptions, the `label` of an option and the names of choices are in the person's language, where the bot has
 * told it; `text`, `name` and `path` are what is sent.
 */
export function commandsIn(channel, userId, store) {
  return ofKind(SLASH, channel, userId, store)
    .flatMap((command) => leaves(inLanguage(command, store.users.get(userId)?.locale)))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** The commands that `userId` finds there in the menu of a person or a message: {name, label}. */
export function menuIn(channel, userId, kind, store) {
  return ofKind(kind, channel, userId, store)
    .map((command) => inLanguage(command, store.users.get(userId)?.locale))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function ofKind(kind, channel, userId, store) {
  return store.commands.filter(
    (command) =>
      (command.type ?? SLASH) === kind &&
      isInstalled(command, store.users.get(userId), store) &&
      worksIn(command, channel) &&
      isFor(command, store.permissionsOf(userId)),
  );
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

/** A command or a part of one as somebody reads it. */
function inLanguage(node, locale) {
  return {
    ...node,
    label: node.name_localizations?.[locale] ?? node.name,
    description: node.description_localizations?.[locale] ?? node.description,
    options: (node.options ?? []).map((option) => inLanguage(option, locale)),
    choices: node.choices?.map((choice) => ({ ...choice, name: choice.name_localizations?.[locale] ?? choice.name })),
  };
}

function leaves(node, above = []) {
  const nodes = [...above, node];
  const deeper = node.options.filter((option) => [SUB_COMMAND, SUB_GROUP].includes(option.type));
  if (deeper.length) return deeper.flatMap((option) => leaves(option, nodes));
  const [name, ...path] = nodes.map((one) => one.name);
  const label = nodes.map((one) => one.label).join(" ");
  return [{ text: [name, ...path].join(" "), label, name, path, description: node.description, options: node.options }];
}

/** The commands that fit what was typed after the slash, in either language; those that begin with it first. */
export function search(commands, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.join(" ");
  const rank = (command) => {
    const names = [command.label, command.text];
    if (names.some((name) => name.startsWith(wanted))) return 0;
    if (names.some((name) => words.every((word) => name.includes(word)))) return 1;
    const said = ` ${names.join(" ")} ${command.description}`.toLowerCase();
    return wanted.length >= WORD_LEAST && words.every((word) => said.includes(` ${word}`)) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((place) => commands.filter((command) => rank(command) === place));
}
