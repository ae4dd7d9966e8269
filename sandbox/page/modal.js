// Opens the bot's forms over a column and sends what was filled in.

import { channelOptions, checkboxes, playerOptions, singleSelect } from "./components.js";
import { h } from "./dom.js";
import { markdown } from "./markdown.js";

const ROW = 1,
  STRING_SELECT = 3,
  TEXT_INPUT = 4,
  USER_SELECT = 5,
  CHANNEL_SELECT = 8,
  TEXT_DISPLAY = 10,
  LABEL = 18,
  CHECKBOX_GROUP = 22;
const PARAGRAPH = 2;
const TEXT_INPUT_MOST = 4000; // characters, Discord's limit

let serial = 0;

/** Show the form of a "modal" frame in the column `reader`; it goes away when sent or cancelled. */
export function openModal(frame, reader) {
  const before = document.activeElement;
  const fields = frame.modal.components.flatMap((part) => fieldsOf(part, reader));
  const title = h("h2", { id: `modal-${++serial}` }, frame.modal.title);
  const failure = h("p", { class: "failure", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, h("span", {}, "Submit"));
  const cancel = h("button", { type: "button", class: "button secondary", onclick: close }, "Cancel");
  const form = h(
    "form",
    { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": title.id },
    title,
    fields.map((field) => field.element),
    failure,
    h("div", { class: "row" }, cancel, submit),
  );
  const cover = h("div", { class: "cover" }, form);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-busy")) return;
    const answers = fields.filter((field) => field.id).map((field) => [field.id, field.value()]);
    submit.setAttribute("aria-busy", "true");
    failure.textContent = "";
    try {
      await reader.server.ask({
        do: "submit",
        user: reader.me,
        modal_id: frame.modal_id,
        values: Object.fromEntries(answers),
      });
      close();
    } catch (refusal) {
      failure.textContent = refusal.message;
      submit.removeAttribute("aria-busy");
    }
  });
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Tab") keepFocusInside(event, form);
  });
  function close() {
    cover.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
    else reader.focus();
  }

  reader.element.querySelector(":scope > .cover")?.remove();
  reader.element.append(cover);
  (form.querySelector("input, textarea, select") ?? submit).focus({ preventScroll: true });
}

/** Let Tab go round within an element that covers the others. */
export function keepFocusInside(event, form) {
  const stops = [...form.querySelectorAll("input:enabled, textarea, select:enabled, button:enabled")];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0]).focus();
}

/** The fields of one top-level part: {element, id, value}; a text to read has no id. */
function fieldsOf(part, reader) {
  if (part.type === ROW) return part.components.map((one) => field(one, one.label, null, reader));
  if (part.type === LABEL) return [field(part.component, part.label, part.description, reader)];
  if (part.type === TEXT_DISPLAY) return [{ element: h("div", { class: "content" }, markdown(part.content, reader)) }];
  return [{ element: h("p", { class: "hint" }, `This page can't show a component of type ${part.type}.`) }];
}

function field(component, label, description, reader) {
  const id = component.custom_id;
  const required = component.required !== false;
  const name = [label, required && h("span", { class: "required", "aria-hidden": "true" }, " *")];
  const under = description && h("small", {}, description);
  if (component.type === TEXT_INPUT) {
    const input = textInput(component, required);
    const element = h("label", { class: "field" }, h("span", {}, name), under, input);
    return { element, id, value: () => input.value };
  }
  const options = optionsOf(component, reader);
  if (component.type === CHECKBOX_GROUP || (component.max_values ?? 1) > 1) {
    const [element, chosen] = checkboxes({ ...component, label, placeholder: label }, options);
    if (under) element.querySelector("legend").after(under);
    return { element, id, value: chosen };
  }
  const select = singleSelect({ ...component, placeholder: component.placeholder ?? "Make a selection" }, options);
  select.setAttribute("aria-label", label);
  select.required = required;
  return {
    element: h("label", { class: "field" }, h("span", {}, name), under, select),
    id,
    value: () => (select.value ? [select.value] : []),
  };
}

function optionsOf(component, reader) {
  if (component.type === STRING_SELECT || component.type === CHECKBOX_GROUP) return component.options;
  if (component.type === USER_SELECT) return playerOptions(reader);
  return component.type === CHANNEL_SELECT ? channelOptions(component, reader) : [];
}

function textInput(component, required) {
  const limits = {
    required,
    minlength: component.min_length,
    maxlength: component.max_length ?? TEXT_INPUT_MOST,
    placeholder: component.placeholder,
    "data-custom-id": component.custom_id,
  };
  const input =
    component.style === PARAGRAPH
      ? h("textarea", { ...limits, rows: 4 })
      : h("input", { type: "text", autocomplete: "off", ...limits });
  input.value = component.value ?? "";
  return input;
}
