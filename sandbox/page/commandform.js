// Asks for the options of one slash command and sends it.

import { h } from "./dom.js";
import { optionField } from "./options.js";

const SHOWN = 6; // options to choose from at once; the others are a press away

/** A form for `command` (see commands.js) in the column `reader`; `leave` is called when it was sent or given up. */
export function commandForm(command, reader, leave) {
  const fields = new Map(); // option name -> field, in the order shown
  const rows = h("div", { class: "options" });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Optional" });
  const failure = h("p", { class: "failure", role: "alert" });
  const send = h("button", { type: "submit", class: "button primary send" }, h("span", {}, "Send"));
  const cancel = h("button", { type: "button", class: "link", onclick: leave }, "Cancel");
  const form = h(
    "form",
    { class: "command", novalidate: true, "aria-label": `/${command.label}` },
    h("p", { class: "name" }, h("code", {}, `/${command.label}`), h("span", {}, command.description)),
    rows,
    chips,
    failure,
    h("div", { class: "row" }, cancel, send),
  );

  const place = () => ({ user: reader.me, channel_id: reader.channelId, name: command.name, path: command.path });

  function given() {
    const values = [...fields].map(([name, field]) => [name, field.value()]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  function complete(focused) {
    const options = { ...given(), [focused]: fields.get(focused).control.value };
    return reader.server.ask({ do: "complete", ...place(), options, focused });
  }

  function add(option) {
    const field = optionField(option, reader, complete);
    fields.set(option.name, field);
    rows.append(field.element);
    if (field.control.matches("select")) field.control.addEventListener("change", focusNext);
    return field;
  }

  /** On to the first field that still wants an answer, else to Send, where Enter sends. */
  function focusNext() {
    const open = [...fields.values()].find((field) => field.option.required && field.value() === undefined);
    (open?.control ?? send).focus({ preventScroll: true });
  }

  /** The sentence that says what is wrong, after moving to that field; null if all is well. */
  function problem() {
    for (const { option, control, value } of fields.values()) {
      const missing = option.required && value() === undefined;
      control.setAttribute("aria-invalid", String(missing || !control.checkValidity()));
      if (control.getAttribute("aria-invalid") === "false") continue;
      control.focus();
      return missing ? `${option.label} is needed.` : `${option.label}: ${control.validationMessage}`;
    }
    return null;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.getAttribute("aria-busy")) return;
    failure.textContent = problem();
    if (failure.textContent) return;
    send.setAttribute("aria-busy", "true");
    try {
      await reader.server.ask({ do: "slash", ...place(), options: given() });
      if (form.isConnected) leave();
    } catch (refusal) {
      failure.textContent = refusal.message;
      send.removeAttribute("aria-busy");
    }
  });
  form.addEventListener("keydown", (event) => event.key === "Escape" && leave());

  for (const option of command.options.filter((one) => one.required)) add(option);
  const free = command.options.filter((one) => !one.required);
  chips.append(...free.slice(0, SHOWN).map(chip));
  if (free.length > SHOWN) chips.append(rest(free.slice(SHOWN)));
  chips.hidden = !chips.hasChildNodes();

  /** A button that stands for these options until it is pressed. */
  function rest(options) {
    const element = h("button", { type: "button", class: "chip" }, `+${options.length} more`);
    element.addEventListener("click", () => element.replaceWith(...options.map(chip)));
    return element;
  }

  function chip(option) {
    const element = h("button", { type: "button", class: "chip", title: option.description }, `+ ${option.label}`);
    element.addEventListener("click", () => {
      const { control } = add(option);
      element.remove();
      chips.hidden = !chips.hasChildNodes();
      control.focus();
    });
    return element;
  }

  return { element: form, focus: focusNext };
}
