// Keeps messages that only one player can see small: one line as their head, and older ones fold to a line each.

import { avatar, h } from "./dom.js";
import { isLayout, isThinking } from "./store.js";

const chosen = new WeakMap(); // article -> whether the player folded it; until he chooses, the page does

/** The one line above the message: `why` it is there, the sign that folds it, and Dismiss. */
export function privateHead(element, message, why, reader) {
  return [
    avatar(message.author, message.author.bot),
    h("span", { class: "private" }, h("span", {}, "Only you can see this"), why),
    h("button", { type: "button", class: "fold", onclick: () => choose(element) }),
    h("button", { type: "button", class: "link dismiss", onclick: () => reader.dismiss([message.id]) }, "Dismiss"),
  ];
}

/** Fold or unfold the message: what is `isStacked` above newer ones folds by itself unless it asks something. */
export function showFolded(element, message, isStacked) {
  // pages of an embed have buttons, but ask nothing
  const asks = (message.content || isLayout(message)) && message.components?.length;
  fold(element, chosen.get(element) ?? (isStacked && !asks && !isThinking(message)));
}

/** A tap anywhere on a folded message unfolds it; call it once for each. */
export function unfoldByTap(element) {
  element.addEventListener("click", (event) => {
    if (element.classList.contains("folded") && !event.target.closest("button, a")) choose(element);
  });
}

function choose(element) {
  chosen.set(element, !element.classList.contains("folded"));
  fold(element, chosen.get(element));
}

function fold(element, isFolded) {
  element.classList.toggle("folded", isFolded);
  const sign = element.querySelector(".fold");
  sign.setAttribute("aria-expanded", String(!isFolded));
  sign.setAttribute("aria-label", isFolded ? "Unfold" : "Fold");
}
