// Shows one message to one player, and refills only the parts of it that changed.

import { sentElement } from "./clock.js";
import { componentElement } from "./components.js";
import { avatar, fill, h } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { attachmentElements, embedElements, fillPictures } from "./pictures.js";
import { privateHead, showFolded, unfoldByTap } from "./private.js";
import { isArchived, isEphemeral, isThinking } from "./store.js";

const REPLY = 19,
  THREAD_CREATED = 18;
const TOGETHER = 7 * 60_000; // ms; messages of one author closer than this share a head

/** Whether `message` goes on where `before` ended, without a head of its own. */
export function follows(message, before) {
  if (!before || message.message_reference || message.interaction_metadata) return false;
  if (before.author.id !== message.author.id || isEphemeral(before) || isEphemeral(message)) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER;
}

const SLOTS = ["why", "head", "content", "pictures", "embeds", "components", "thread"];

export function messageElement(message, reader) {
  const slots = Object.fromEntries(SLOTS.map((name) => [name, h("div", { class: name })]));
  const failure = h("p", { class: "failure", role: "alert" });
  const author = reader.store.users.get(message.author.id) ?? message.author;
  const portrait = !isEphemeral(message) && avatar(author, message.author.bot);
  // whoever uses keys finds the same menu on the name
  if (portrait) portrait.addEventListener("click", () => reader.openMenu(author, message));
  const element = h(
    "article",
    { class: "message", "data-message": message.id },
    portrait,
    h("div", { class: "body" }, Object.values(slots), failure),
  );
  if (isEphemeral(message)) {
    element.dataset.ephemeral = "";
    unfoldByTap(element);
  }
  guardWhileBusy(element, slots.components);
  parts.set(element, { slots, failure });
  return element;
}

const parts = new WeakMap(); // article -> its slots and the line for a failure

/**
 * Bring the element up to date. `before` is the message above it; `isNew` whether the first that the player hasn't
 * read; `isStacked` whether a newer message that only he can see is shown too.
 */
export function refreshMessage(element, message, { before, isNew, isStacked }, reader) {
  const { slots } = parts.get(element);
  const { me, store } = reader;
  const together = follows(message, before);
  const text = message.content ?? "";
  const mine = text.includes(`<@${me}>`) || message.mentions?.some((user) => user.id === me);
  element.classList.toggle("follows", together);
  element.classList.toggle("mentions-me", Boolean(mine));
  element.classList.toggle("new", isNew);
  const about = [message.timestamp, message.edited_timestamp, store.namesVersion, store.ahead];
  if (isEphemeral(message)) {
    fill(slots.head, [message.message_reference, store.namesVersion], () =>
      privateHead(element, message, whyElement(message, reader), reader),
    );
    showFolded(element, message, isStacked);
  } else {
    fill(slots.why, [message.message_reference, store.namesVersion], () => whyElement(message, reader));
    fill(slots.head, [...about, together], () => (together ? null : headElement(message, reader)));
  }
  fill(slots.content, [text, message.flags, ...about], () => contentElements(message, reader));
  fillPictures(slots.pictures, message.attachments, () => attachmentElements(message));
  fillPictures(slots.embeds, [message.embeds, store.namesVersion], () => embedElements(message, reader));
  fill(slots.thread, [store.channels.get(message.id)], () => threadElement(message, reader));
  refreshComponents(element, message, reader);
}

function refreshComponents(element, message, reader) {
  const { components } = parts.get(element).slots;
  const focused = components.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const act = (control, wish) => actOn(element, control, { ...wish, user: reader.me, message_id: message.id }, reader);
  const changed = fillPictures(components, message.components, () =>
    (message.components ?? []).map((one) => componentElement(one, reader, act)),
  );
  if (!changed) return;
  delete element.dataset.busy;
  if (focused === null) return;
  // Whoever plays by keyboard goes on in the panel, not at the top of the page.
  const same = components.querySelector(`[data-custom-id="${CSS.escape(focused ?? "")}"]:enabled`);
  (same ?? components.querySelector("button:enabled:not(.picture), select:enabled, input:enabled"))?.focus({ preventScroll: true });
}

/** Send a press or choice; the control shows that it is pending and the message takes no second one meanwhile. */
async function actOn(element, control, wish, reader) {
  if ("busy" in element.dataset) return;
  const { failure, slots } = parts.get(element);
  const controls = slots.components.querySelectorAll("button, select, input");
  element.dataset.busy = "";
  failure.textContent = "";
  control.setAttribute("aria-busy", "true");
  for (const each of controls) each.setAttribute("aria-disabled", "true");
  try {
    await reader.server.ask(wish);
  } catch (refusal) {
    failure.textContent = refusal.message;
  }
  control.removeAttribute("aria-busy");
  for (const each of controls) each.removeAttribute("aria-disabled");
  if (!control.isConnected) return;
  delete element.dataset.busy;
  // Back to what the message says, so that the same option can be chosen again.
  if (control.matches("select"))
    control.value = [...control.options].find((option) => option.defaultSelected)?.value ?? "";
}

// A held key must not press the next question's first answer, and nothing is pressed while an answer is pending.
function guardWhileBusy(element, components) {
  const stop = (event) => {
    const presses = event.type !== "keydown" || event.key !== "Tab";
    if (("busy" in element.dataset && presses) || (event.repeat && ["Enter", " "].includes(event.key))) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  for (const kind of ["click", "keydown", "mousedown"]) components.addEventListener(kind, stop, true);
}

function whyElement(message, reader) {
  if (message.type === REPLY && message.message_reference) {
    const { channel_id, message_id } = message.message_reference;
    const said = reader.store.find(channel_id ?? message.channel_id, message_id);
    if (!said) return h("span", {}, "In answer to a deleted message");
    const excerpt = plain(said.content || said.embeds?.[0]?.title || "a picture", reader).slice(0, 80);
    return h(
      "button",
      { type: "button", class: "link", onclick: () => reader.open(said.channel_id, said.id) },
      `${reader.store.nameOf(said.author.id)}: ${excerpt}`,
    );
  }
  const asked = message.interaction_metadata;
  const name = message.interaction?.name ?? asked?.name;
  const written = (asked?.command_type ?? 1) === 1 ? `/${name}` : name; // the others stand in menus
  if (isEphemeral(message)) return name ? h("code", {}, written) : null;
  return asked && name
    ? h("span", {}, h("strong", {}, reader.store.nameOf(asked.user.id)), " used ", h("code", {}, written))
    : null;
}

function headElement(message, reader) {
  const author = reader.store.users.get(message.author.id) ?? message.author;
  const onclick = () => reader.openMenu(author, message);
  return [
    h("button", { type: "button", class: "author", "aria-haspopup": "dialog", onclick }, reader.store.nameOf(author.id)),
    message.author.bot && h("span", { class: "tag" }, "BOT"),
    h("span", { class: "sent" }, sentElement(message.timestamp)),
  ];
}

function contentElements(message, reader) {
  if (isThinking(message)) {
    return h(
      "p",
      { class: "thinking" },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      `${reader.store.nameOf(message.author.id)} is thinking…`,
    );
  }
  if (message.type === THREAD_CREATED)
    return h("p", { class: "system" }, "started a thread: ", h("strong", {}, message.content));
  const edited = message.edited_timestamp && h("span", { class: "edited" }, "(edited)");
  const made = message.content ? markdown(message.content, reader) : [];
  const last = made.at(-1);
  if (edited && last?.matches("p, small")) last.append(" ", edited);
  else if (edited && made.length) made.push(edited);
  return made;
}

function threadElement(message, reader) {
  const threadId = message.type === THREAD_CREATED ? message.message_reference?.channel_id : message.id;
  const thread = reader.store.channels.get(threadId);
  if (!thread || thread.id === message.channel_id) return null;
  return h(
    "button",
    { type: "button", class: "to-thread", onclick: () => reader.open(thread.id) },
    h("strong", {}, thread.name),
    h("span", {}, isArchived(thread) ? "Archived thread" : "Open thread ›"),
  );
}
