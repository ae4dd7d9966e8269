// The way in: shows whose table the link opens, and opens it only when it is pressed.

import { Away, ask } from "./api.js";
import { button, h } from "./dom.js";
import { say, speak, textElements } from "./text.js";

const AGAIN = 5000; // ms between attempts to reach the server

const token = location.hash.slice(1);
// What opens the table stays neither in the address nor in the history.
history.replaceState(null, "", location.pathname + location.search);
const place = h("main", { class: "enter" });
document.body.append(place);

/** Show words for someone whom the server doesn't know. */
async function tell(text) {
  const { words } = await ask(`words?locale=${encodeURIComponent(navigator.language)}`);
  speak(navigator.language, words);
  place.replaceChildren(...textElements(text ?? [{ look: "", runs: [{ s: say("page.none") }] }]));
}

async function open(press) {
  if (place.getAttribute("aria-busy")) return;
  place.setAttribute("aria-busy", "true");
  try {
    const { go } = await ask("enter", { token });
    location.replace(go);
  } catch (failure) {
    place.removeAttribute("aria-busy");
    place.replaceChildren(h("div", { role: "alert" }, textElements(failure.sentence)), press);
  }
}

/** Another link was put into the same tab. */
addEventListener("hashchange", () => location.reload());

async function begin() {
  if (!token) return tell();
  const { name, locale, words } = await ask("who", { token });
  speak(locale, words);
  const press = button(say("page.enter", { name }), () => open(press), { class: "primary" });
  place.replaceChildren(h("h1", {}, "Gruppetto"), press);
}

/** Begin, and once more while there is no server. */
async function attempt() {
  try {
    await begin().catch((failure) => {
      if (failure instanceof Away || !failure.sentence) throw failure;
      return tell(failure.sentence);
    });
  } catch {
    setTimeout(attempt, AGAIN);
  }
}
attempt();
