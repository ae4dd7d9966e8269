// Shows a message's components, and sends what is pressed or chosen, each press once.

import { colour, h } from "./dom.js";
import { link, markdown } from "./markdown.js";
import { mediaElement } from "./pictures.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "primary" };
const LINK = 5;

// By Discord's component type; `act` sends {do, custom_id, …} and marks the control until it is answered.
const KINDS = {
  1: (row, reader, act) =>
    h(
      "div",
      { class: "row" },
      row.components.map((one) => componentElement(one, reader, act)),
    ),
  2: button,
  3: (select, reader, act) => selectElement(select, select.options ?? [], act),
  5: (select, reader, act) => selectElement(select, playerOptions(reader), act),
  6: (select, reader, act) => selectElement(select, roleOptions(reader), act),
  8: (select, reader, act) => selectElement(select, channelOptions(select, reader), act),
  9: (section, reader, act) =>
    h(
      "div",
      { class: "section" },
      h(
        "div",
        {},
        section.components.map((one) => componentElement(one, reader, act)),
      ),
      h("div", { class: "accessory" }, componentElement(section.accessory, reader, act)),
    ),
  10: (text, reader) => h("div", { class: "content" }, markdown(text.content, reader)),
  11: (thumbnail) => h("div", { class: "thumbnail" }, mediaElement(thumbnail)),
  12: (gallery) => h("div", { class: "gallery" }, gallery.items.map(mediaElement)),
  14: (separator) => h("hr", { class: separator.spacing === 2 ? "wide" : null, hidden: separator.divider === false }),
  17: container,
};

function container(component, reader, act) {
  const element = h(
    "section",
    { class: "container" },
    component.components.map((one) => componentElement(one, reader, act)),
  );
  if (component.accent_color !== null) element.style.setProperty("--stripe", colour(component.accent_color));
  return element;
}

export function componentElement(component, reader, act) {
  const kind = KINDS[component.type];
  return kind
    ? kind(component, reader, act)
    : h("p", { class: "hint" }, `This page can't show a component of type ${component.type}.`);
}

export function emojiElement(emoji, label) {
  if (!emoji) return null;
  const text = emoji.id ? `:${emoji.name}:` : emoji.name;
  return h("span", { class: "emoji", "aria-hidden": label ? "true" : null }, text);
}

function button(component, reader, act) {
  const face = [emojiElement(component.emoji, component.label), component.label && h("span", {}, component.label)];
  const look = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === LINK) {
    const element = link(component.url, face, reader);
    element.className = `${look} outward`;
    return element;
  }
  const press = (event) => act(event.currentTarget, { do: "press", custom_id: component.custom_id });
  return h(
    "button",
    {
      type: "button",
      class: look,
      disabled: component.disabled,
      "data-custom-id": component.custom_id,
      onclick: press,
    },
    face,
  );
}

export const playerOptions = (reader) =>
  [...reader.store.users.values()].map((user) => ({ label: reader.store.nameOf(user.id), value: user.id }));

const roleOptions = (reader) =>
  reader.store.guild.roles.map((role) => ({ label: role.name.replace(/^@?/, "@"), value: role.id }));

export function channelOptions(select, reader) {
  const kinds = select.channel_types;
  return reader.store
    .channelsFor(reader.me)
    .filter((channel) => !channel.recipients && (!kinds?.length || kinds.includes(channel.type)))
    .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}

const leastOf = (component) => component.min_values ?? 1;
const mostOf = (component) => component.max_values ?? 1;

function selectElement(component, options, act) {
  const send = (control, values) => act(control, { do: "select", custom_id: component.custom_id, values });
  if (mostOf(component) > 1) {
    const [group, chosen] = checkboxes(component, options);
    const confirm = h(
      "button",
      {
        type: "button",
        class: "button secondary",
        "data-custom-id": component.custom_id,
        onclick: () => send(confirm, chosen()),
      },
      "Confirm",
    );
    const check = () => (confirm.disabled = component.disabled || chosen().length < leastOf(component));
    group.addEventListener("change", check);
    check();
    group.append(confirm);
    // Folded, as a client shows it, so that the message keeps its height.
    const prompt = component.placeholder ?? "Make a selection";
    return h("details", { class: "several" }, h("summary", { class: "select" }, prompt), group);
  }
  const select = singleSelect(component, options);
  select.addEventListener("change", () => send(select, select.value ? [select.value] : []));
  return select;
}

/** A native select for at most one option; empty text stands for none. */
export function singleSelect(component, options) {
  const prompt = component.placeholder ?? "Make a selection";
  const optional = leastOf(component) === 0 || component.required === false;
  const select = h(
    "select",
    { class: "select", "aria-label": prompt, disabled: component.disabled, "data-custom-id": component.custom_id },
    h("option", { value: "", disabled: !optional, hidden: !optional, selected: true }, prompt),
    options.map((option) =>
      optionElement(option, option.default ?? component.default_values?.some((one) => one.id === option.value)),
    ),
  );
  select.addEventListener("keydown", openByArrow);
  return select;
}

export function optionElement(option, selected = false) {
  const label = [option.emoji?.id ? null : option.emoji?.name, option.label].filter(Boolean).join(" ");
  return h(
    "option",
    { value: option.value, label, selected, title: option.description, "data-description": option.description },
    label,
  );
}

// Where an arrow key would change a closed select at once, a choice would be sent at every key.
function openByArrow(event) {
  if (CSS.supports("appearance", "base-select") || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  event.currentTarget.showPicker?.();
}

/** A group of checkboxes for several options, and how to read the chosen values. */
export function checkboxes(component, options) {
  const least = leastOf(component);
  const most = Math.min(mostOf(component), options.length);
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const count = h("span", { class: "count", "aria-live": "polite" });
  const boxes = options.map((option) =>
    h("input", { type: "checkbox", value: option.value, checked: option.default, disabled: component.disabled }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const refresh = () => {
    const full = chosen().length >= most;
    for (const box of boxes) box.disabled = component.disabled || (full && !box.checked);
    count.textContent = `${chosen().length} chosen`;
  };
  const rows = options.map((option, at) =>
    h(
      "label",
      {},
      boxes[at],
      h(
        "span",
        {},
        emojiElement(option.emoji, option.label),
        option.label,
        option.description && h("small", {}, option.description),
      ),
    ),
  );
  const group = h(
    "fieldset",
    { class: "checkboxes", onchange: refresh },
    h(
      "legend",
      {},
      component.placeholder ?? component.label ?? "Make a selection",
      h("small", {}, ` choose ${range} · `, count),
    ),
    h("div", { class: "boxes" }, rows),
  );
  refresh();
  return [group, chosen];
}
