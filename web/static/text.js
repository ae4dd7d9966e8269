// Writes the server's texts, the page's own words and times, in the reader's language.

import { h } from "./dom.js";

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const TIMES_EVERY = 10_000; // ms

let words = {};

/** Speak this language from now on. */
export function speak(locale, itsWords) {
  document.documentElement.lang = locale;
  words = itsWords;
}

/** The page's words for a key, with {placeholders} filled in. */
export function say(key, values = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The same with an element in the place of {when}. */
export function sayWhen(key, time) {
  const [before, after] = say(key).split("{when}");
  return [before, time, after];
}

/** "in 3 hours", "yesterday". */
function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  // Not "in 60 minutes": what rounds up to a whole larger unit is one of those.
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= 0.99 * size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(Math.round(away / size), unit);
}

function written(seconds, style) {
  if (style === "R") return relative(seconds);
  return new Intl.DateTimeFormat(document.documentElement.lang, STYLES[style] ?? STYLES.f).format(seconds * 1000);
}

/** A `<time>` in one of Discord's styles. */
export function timeElement(seconds, style = "R") {
  const date = new Date(seconds * 1000).toISOString();
  return h("time", { datetime: date, "data-style": style, title: written(seconds, "F") }, written(seconds, style));
}

/** Keep every relative time on the page true; a changed text node is no news for a screen reader. */
function refreshTimes() {
  for (const element of document.querySelectorAll('time[data-style="R"]')) {
    element.firstChild.data = relative(Date.parse(element.dateTime) / 1000);
  }
}
setInterval(refreshTimes, TIMES_EVERY);

function runElement(run) {
  if (run.t) return timeElement(run.t, run.f);
  if (run.href?.startsWith("https://")) return h("a", { href: run.href, target: "_blank", rel: "noopener" }, run.s);
  const tags = ["b", "i", "s", "code"].filter((tag) => run[tag === "s" ? "x" : tag]);
  return tags.reduce((inside, tag) => h(tag, {}, inside), run.s);
}

/** The elements of a text; items that follow each other are one list. */
export function textElements(text = []) {
  const elements = [];
  for (const { look, runs } of text) {
    const inside = runs.map(runElement);
    if (look === "item") {
      if (elements.at(-1)?.tagName !== "UL") elements.push(h("ul"));
      elements.at(-1).append(h("li", {}, inside));
    } else elements.push(h(look === "head" ? "h2" : "p", { class: look || null }, inside));
  }
  return elements;
}

/** What the page itself says, as a text. */
export const plainText = (words) => [{ look: "", runs: [{ s: words }] }];
