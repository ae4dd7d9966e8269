// Writes dates the way Discord does, and keeps relative ones ("in 3 hours") true, by the sandbox's own time.

const LANGUAGE = "en-GB";
const format = (options) => new Intl.DateTimeFormat(LANGUAGE, options);
const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
};
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

let ahead = 0; // ms that the sandbox's time is later than this computer's

export const setAhead = (seconds) => (ahead = seconds * 1000);

/** The sandbox's time in milliseconds since 1970. */
export const now = () => Date.now() + ahead;

/** "in 3 hours", "yesterday"; `seconds` from now, negative for the past. */
function relative(seconds) {
  // Not "in 60 minutes": what rounds up to a whole larger unit is one of those.
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= 0.99 * size) ?? UNITS.at(-1);
  return RELATIVE.format(Math.round(seconds / size), unit);
}

const written = (time, style) =>
  style === "R" ? relative((time - now()) / 1000) : (STYLES[style] ?? STYLES.f).format(time);

/** A `<time>` for milliseconds since 1970 in one of Discord's styles (t T d D f F R). */
export function timeElement(time, style = "f") {
  const element = document.createElement("time");
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return document.createTextNode("Invalid date");
  element.dateTime = date.toISOString();
  element.dataset.style = style;
  element.title = STYLES.F.format(date);
  element.textContent = written(date.getTime(), style);
  return element;
}

/** A message's own time: the hour today, the day before that. */
export function sentElement(timestamp) {
  const date = new Date(timestamp);
  const today = date.toDateString() === new Date(now()).toDateString();
  return timeElement(date.getTime(), today ? "t" : "f");
}

/** Rewrite every relative time on the page; call it now and then. */
export function refreshRelativeTimes() {
  for (const element of document.querySelectorAll('time[data-style="R"]')) {
    element.textContent = written(new Date(element.dateTime).getTime(), "R");
  }
}
