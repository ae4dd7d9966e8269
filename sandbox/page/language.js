// Lets a player choose the language of his Discord, in which the bot answers him.

import { h } from "./dom.js";

// Discord's own list.
const LOCALES = (
  "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR " +
  "ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko"
).split(" ");

/** A language's name as its own speakers write it. */
function nameOf(locale) {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const OPTIONS = LOCALES.map((locale) => [locale, nameOf(locale)]).sort(([, a], [, b]) => a.localeCompare(b));

/** Two letters that open the list; `choose(locale)` is called with what was taken. */
export class LanguageChoice {
  constructor(playerName, choose) {
    this.letters = h("span", { "aria-hidden": "true" });
    this.select = h(
      "select",
      { "aria-label": `${playerName}'s language`, onchange: () => choose(this.select.value) },
      OPTIONS.map(([locale, name]) => h("option", { value: locale }, name)),
    );
    this.element = h("label", { class: "language" }, this.letters, this.select);
  }

  show(locale) {
    if (this.select.value !== locale) this.select.value = locale;
    this.letters.textContent = locale.slice(0, 2).toUpperCase();
    this.element.title = `Language: ${nameOf(locale)}`;
  }
}
