// Makes the field for one option of a slash command: text, number, choice, player, channel, or asked while typing.

import { channelOptions, optionElement, playerOptions } from "./components.js";
import { h } from "./dom.js";

const STRING = 3,
  INTEGER = 4,
  BOOLEAN = 5,
  USER = 6,
  CHANNEL = 7,
  ROLE = 8,
  MENTIONABLE = 9,
  NUMBER = 10;
const TYPING_PAUSE = 180; // ms of silence before the bot is asked for choices
const isNumeric = (option) => option.type === INTEGER || option.type === NUMBER;

let serial = 0;

/**
 * {element, control, value()} for an option. `value()` is undefined while nothing is given; `complete(name)` asks the
 * bot for choices and is used only by options with autocomplete.
 */
export function optionField(option, reader, complete) {
  const options = listed(option, reader);
  if (options) return selectField(option, options);
  if (option.autocomplete) return completedField(option, complete);
  const control = inputElement(option);
  return field(option, control, control, () => typed(option, control.value));
}

/** The fixed list to choose from, if the option has one. */
function listed(option, reader) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  const people = () => [
    ...playerOptions(reader),
    { label: reader.store.nameOf(reader.store.bot.id), value: reader.store.bot.id },
  ];
  const lists = {
    [BOOLEAN]: () => [
      { label: "True", value: true },
      { label: "False", value: false },
    ],
    [USER]: people,
    [MENTIONABLE]: people,
    [CHANNEL]: () => channelOptions(option, reader),
    [ROLE]: () => [{ label: "@everyone", value: reader.store.guild.id }],
  };
  return lists[option.type]?.();
}

function field(option, control, shown, value) {
  const element = h(
    "div",
    { class: "option" },
    h(
      "label",
      { for: control.id },
      option.label,
      option.required && h("span", { class: "required", "aria-hidden": "true" }, " *"),
    ),
    shown,
    h("small", { id: `${control.id}-about` }, [option.description, limits(option)].filter(Boolean).join(" · ")),
  );
  control.setAttribute("aria-describedby", `${control.id}-about`);
  return { option, element, control, value };
}

function limits(option) {
  const { min_value: least, max_value: most } = option;
  const range = `${least} to ${most}`;
  if (least !== undefined && most !== undefined) return option.description.includes(range) ? "" : range;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? "" : `at most ${most}`;
}

function selectField(option, options) {
  const control = h(
    "select",
    { class: "select", id: `option-${++serial}`, required: option.required },
    h("option", { value: "", selected: true, disabled: true, hidden: true }, "Choose…"),
    options.map((one) => optionElement({ ...one, value: String(one.value) })),
  );
  return field(option, control, control, () => options.find((one) => String(one.value) === control.value)?.value);
}

function inputElement(option) {
  const numeric = isNumeric(option) && !option.autocomplete;
  return h("input", {
    id: `option-${++serial}`,
    type: numeric ? "number" : "text",
    autocomplete: "off",
    required: option.required,
    min: numeric ? option.min_value : null,
    max: numeric ? option.max_value : null,
    step: numeric ? (option.type === INTEGER ? 1 : "any") : null,
    minlength: option.type === STRING ? option.min_length : null,
    maxlength: option.type === STRING ? option.max_length : null,
  });
}

function typed(option, text) {
  if (text === "") return undefined;
  return isNumeric(option) && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** A combobox: the bot offers choices while the player types; arrows and Enter, or a tap, take one. */
function completedField(option, complete) {
  const control = inputElement(option);
  const list = h("ul", {
    class: "picker",
    role: "listbox",
    id: `${control.id}-choices`,
    "aria-label": `Choices for ${option.label}`,
    hidden: true,
  });
  const status = h("p", { class: "hint", role: "status" });
  let choices = [];
  let active = 0;
  let taken = null; // the choice whose name stands in the field
  let asked = 0;
  let pause;

  const attributes = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  };
  for (const [name, value] of Object.entries(attributes)) control.setAttribute(name, value);

  function show(isOpen) {
    list.hidden = !isOpen;
    control.setAttribute("aria-expanded", String(isOpen));
    list.replaceChildren(
      ...choices.map((choice, at) =>
        h(
          "li",
          {
            role: "option",
            id: `${list.id}-${at}`,
            "aria-selected": String(at === active),
            onmousedown: (event) => take(event, choice),
          },
          choice.name,
        ),
      ),
    );
    if (isOpen) {
      control.setAttribute("aria-activedescendant", `${list.id}-${active}`);
      list.children[active].scrollIntoView({ block: "nearest" });
    } else control.removeAttribute("aria-activedescendant");
  }

  function take(event, choice) {
    event.preventDefault();
    taken = choice;
    control.value = choice.name;
    show(false);
  }

  async function ask() {
    const mine = ++asked;
    try {
      const answer = await complete(option.name);
      if (mine !== asked || document.activeElement !== control) return;
      choices = answer.choices;
      active = 0;
      status.textContent = choices.length ? "" : "Nothing fits.";
      show(choices.length > 0);
    } catch (refusal) {
      if (mine === asked) status.textContent = refusal.message;
    }
  }

  control.addEventListener("focus", ask);
  control.addEventListener("input", () => {
    taken = null;
    clearTimeout(pause);
    pause = setTimeout(ask, TYPING_PAUSE);
  });
  control.addEventListener("blur", () => {
    clearTimeout(pause);
    show(false);
  });
  control.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: choices.length - 1 };
    if (event.key in steps) active = (active + steps[event.key]) % choices.length;
    else if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") take(event, choices[active]);
    else show(event.key !== "Escape");
  });
  const shown = h("div", { class: "completed" }, control, list, status);
  const given = () => taken ?? choices.find((choice) => choice.name === control.value);
  return field(option, control, shown, () => given()?.value ?? typed(option, control.value));
}
