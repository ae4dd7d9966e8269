// Shows what hangs on a message: pictures, files and embeds; a picture opens large.

import { timeElement } from "./clock.js";
import { colour, fill, h } from "./dom.js";
import { openLightbox } from "./lightbox.js";
import { inline, link, markdown } from "./markdown.js";

/** The address on this server, or null: the page loads nothing from elsewhere. */
function localAddress(url) {
  const address = URL.parse(url ?? "", location.href);
  return address?.pathname.startsWith("/attachments/") ? address.pathname + address.search : null;
}

const isPicture = (attachment) =>
  attachment.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);

/** Like `fill`, but an old picture stands until the one that takes its place is decoded: nothing flickers or jumps. */
export function fillPictures(slot, value, make) {
  const old = [...slot.querySelectorAll(".picture img")];
  if (!fill(slot, value, make)) return false;
  [...slot.querySelectorAll(".picture")].slice(0, old.length).forEach((frame, at) => standIn(old[at], frame));
  return true;
}

function standIn(old, frame) {
  const image = frame.firstChild;
  frame.replaceChildren(old);
  const show = () => frame.replaceChildren(image);
  image.decode().then(show, show); // a picture that can't be shown leaves its alt text
}

/** The attachments that no embed shows already. */
export function attachmentElements(message) {
  const embedded = (message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]);
  return (message.attachments ?? [])
    .filter((one) => !embedded.some((url) => url && (url === one.url || url === `attachment://${one.filename}`)))
    .map((one) => (isPicture(one) ? picture(localAddress(one.url), one, one.description ?? "") : file(one)));
}

/** A picture of a layout: {media, description}. */
export const mediaElement = (shown) => picture(localAddress(shown.media.url), shown.media, shown.description ?? "");

function picture(address, size, alt) {
  const image = h("img", {
    src: address,
    alt,
    title: alt || null,
    width: size.width,
    height: size.height,
    decoding: "async",
  });
  return h(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture",
      onclick: () => openLightbox(address, alt),
    },
    image,
  );
}

function file(attachment) {
  const size = `${Math.max(1, Math.round((attachment.size ?? 0) / 1024))} KB`;
  return h(
    "a",
    { class: "file", href: localAddress(attachment.url), download: attachment.filename },
    attachment.filename,
    h("small", {}, size),
  );
}

export function embedElements(message, reader) {
  return (message.embeds ?? []).map((embed) => embedElement(embed, message, reader));
}

function embedElement(embed, message, reader) {
  const image = (part, name) => {
    const sent = message.attachments?.find(
      (one) => part?.url === `attachment://${one.filename}` || part?.url === one.url,
    );
    const address = localAddress(sent?.url ?? part?.url);
    return address && h("div", { class: name }, picture(address, sent ?? part, sent?.description ?? part.description ?? ""));
  };
  const title = embed.title && inline(embed.title, reader);
  const element = h(
    "section",
    { class: "embed" },
    embed.author?.name && h("p", { class: "by" }, embed.author.name),
    image(embed.thumbnail, "thumbnail"),
    title && h("h3", {}, embed.url ? link(embed.url, title, reader) : title),
    embed.description && markdown(embed.description, reader),
    embed.fields?.length > 0 &&
      h(
        "dl",
        {},
        embed.fields.map((field) => fieldElement(field, reader)),
      ),
    image(embed.image, "image"),
    (embed.footer?.text || embed.timestamp) &&
      h(
        "footer",
        {},
        embed.footer?.text,
        embed.footer?.text && embed.timestamp && " · ",
        embed.timestamp && timeElement(Date.parse(embed.timestamp)),
      ),
  );
  element.style.setProperty("--stripe", colour(embed.color));
  return element;
}

function fieldElement(field, reader) {
  return h(
    "div",
    { class: field.inline ? "inline" : null },
    h("dt", {}, inline(field.name, reader)),
    h("dd", {}, markdown(field.value, reader)),
  );
}
