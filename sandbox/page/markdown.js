// Turns Discord's markdown into elements; text from the server only ever becomes text nodes.

import { timeElement } from "./clock.js";
import { h } from "./dom.js";

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
const BODY = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const around = (mark, after = "") => new RegExp(`${mark}${BODY}${mark}${after}`, "y");
const wrap = (tag) => (found, reader) => h(tag, {}, inline(found[1], reader));

// Tried in this order at every place of the text: [pattern, what it becomes].
const INLINE = [
  [/\\([^\w\s])/y, (found) => found[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (found) => h("code", {}, found[2].trim() || found[2])],
  [/<@!?(\d+)>/y, (found, reader) => mention(found[1], reader)],
  [
    /<@&\d+>|@everyone|@here/y,
    (found) => h("span", { class: "mention me" }, found[0].startsWith("<") ? "@role" : found[0]),
  ],
  [/<#(\d+)>/y, (found, reader) => channelLink(found[1], reader)],
  [/<\/([^:>\n]+):\d+>/y, (found, reader) => commandLink(found[1], reader)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (found) => timeElement(Number(found[1]) * 1000, found[2])],
  [/<a?:(\w+):\d+>/y, (found) => `:${found[1]}:`],
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: "[^"]*")?\)/y,
    (found, reader) => link(found[2], inline(found[1], reader), reader),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (found, reader) => link(found[1], [address(found[1], reader)], reader)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])*_]/y, (found, reader) => link(found[0], [address(found[0], reader)], reader)],
  [around("\\*\\*\\*"), (found, reader) => h("strong", {}, h("em", {}, inline(found[1], reader)))],
  [around("\\*\\*", "(?!\\*)"), wrap("strong")],
  [around("__", "(?!_)"), wrap("u")],
  [new RegExp(`\\*(?!\\s)${BODY}\\*(?!\\*)`, "y"), wrap("em")],
  [new RegExp(`(?<!\\w)_${BODY}_(?!\\w)`, "y"), wrap("em")],
  [around("~~"), wrap("s")],
  [around("\\|\\|"), (found, reader) => spoiler(inline(found[1], reader))],
];

/** Elements for a message's text. `reader` is the column that shows it: who reads, and what a link opens. */
export function markdown(text, reader) {
  return text
    .split(/(```(?:[\w+-]*\n)?[\s\S]+?```\n?)/)
    .flatMap((part, place) => (place % 2 ? [codeBlock(part)] : blocks(part, reader)));
}

/** Elements for one line's worth of marks, without blocks. */
export function inline(text, reader) {
  const made = [];
  let plain = 0;
  let at = 0;
  while (at < text.length) {
    const match = firstMatch(text, at);
    if (!match) at += 1;
    else {
      made.push(text.slice(plain, at), match.become(match.found, reader));
      at = plain = at + match.found[0].length;
    }
  }
  return [...made, text.slice(plain)].filter((piece) => piece !== "");
}

/** The text as it reads, in one line without marks, for a short quotation. */
export function plain(text, reader) {
  return h("span", {}, inline(text, reader)).textContent.replace(/\s+/g, " ");
}

const MARKS = /[\\`<@[h*_~|]/;

function firstMatch(text, at) {
  if (!MARKS.test(text[at])) return null;
  for (const [pattern, become] of INLINE) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { found, become };
  }
  return null;
}

function codeBlock(text) {
  const [, language, code] = /^```(?:([\w+-]*)\n)?([\s\S]+?)```\n?$/.exec(text);
  return h("pre", { "data-language": language || null, tabindex: "0" }, h("code", {}, code.replace(/\n$/, "")));
}

const LIST_ITEM = /^( *)([-*]|\d{1,4}\.) +(.*)$/;
const HEADING = /^(#{1,3}) +(.*)$/;
const isQuote = (line) => /^> |^>$/.test(line);
const isPlain = (line) => !(HEADING.test(line) || LIST_ITEM.test(line) || isQuote(line) || /^(-#|>>>) /.test(line));

function blocks(text, reader) {
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  const made = [];
  const takeWhile = (test) => {
    const end = lines.findIndex((line) => !test(line));
    return lines.splice(0, end === -1 ? lines.length : end);
  };
  while (lines.length && !(lines.length === 1 && lines[0] === "")) {
    const [line] = lines;
    const heading = HEADING.exec(line);
    if (heading) made.push(h(`h${heading[1].length + 2}`, {}, inline(lines.shift() && heading[2], reader)));
    else if (line.startsWith("-# "))
      made.push(h("small", { class: "subtext" }, inline(lines.shift().slice(3), reader)));
    else if (line.startsWith(">>> "))
      made.push(h("blockquote", {}, blocks(lines.splice(0).join("\n").slice(4), reader)));
    else if (isQuote(line)) {
      const quoted = takeWhile(isQuote)
        .map((quote) => quote.slice(2))
        .join("\n");
      made.push(h("blockquote", {}, blocks(quoted, reader)));
    } else if (LIST_ITEM.test(line))
      made.push(
        list(
          takeWhile((each) => LIST_ITEM.test(each)),
          reader,
        ),
      );
    else made.push(h("p", {}, inline(takeWhile(isPlain).join("\n"), reader)));
  }
  return made;
}

/** A list from its lines; deeper indented lines become a list inside the item before them. */
function list(lines, reader) {
  const items = lines.map((line) => LIST_ITEM.exec(line));
  const depth = items[0][1].length;
  const numbered = /\d/.test(items[0][2]);
  const element = h(numbered ? "ol" : "ul", { start: numbered ? parseInt(items[0][2], 10) : null });
  for (let at = 0; at < items.length; ) {
    const item = h("li", {}, inline(items[at][3], reader));
    let end = at + 1;
    while (end < items.length && items[end][1].length > depth) end += 1;
    if (end > at + 1) item.append(list(lines.slice(at + 1, end), reader));
    element.append(item);
    at = end;
  }
  return element;
}

function mention(userId, reader) {
  return h("span", { class: userId === reader.me ? "mention me" : "mention" }, `@${reader.store.nameOf(userId)}`);
}

/** A link to something on this page: unlike a button it breaks with the text around it. */
function inside(look, open, children) {
  const onclick = (event) => {
    event.preventDefault();
    open();
  };
  return h("a", { href: "#", class: `${look} link`, onclick }, children);
}

function channelLink(channelId, reader) {
  const channel = reader.store.channels.get(channelId);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return inside("mention", () => reader.open(channelId), `#${reader.store.channelName(channel)}`);
}

function commandLink(name, reader) {
  return inside("mention", () => reader.beginCommand(name), `/${name}`);
}

/** A link; one that points to a message or thread of this server opens it in the column. */
export function link(url, children, reader) {
  const jump = JUMP.exec(url);
  if (jump && reader.store.channels.has(jump[1])) {
    return inside("", () => reader.open(jump[1], jump[2]), children);
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

function address(url, reader) {
  const jump = JUMP.exec(url);
  const channel = jump && reader.store.channels.get(jump[1]);
  return channel ? `#${reader.store.channelName(channel)}${jump[2] ? " › message" : ""}` : url;
}

function spoiler(children) {
  const reveal = (event) => {
    if (element.classList.contains("revealed")) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    element.classList.add("revealed");
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
    element.removeAttribute("tabindex");
    element.firstChild.removeAttribute("aria-hidden");
  };
  const element = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Spoiler, press to show",
      onclick: reveal,
      onkeydown: reveal,
    },
    h("span", { "aria-hidden": "true" }, children),
  );
  return element;
}
