// Shows one picture as large as the window allows; a tap enlarges it to its natural size, where it can be moved about.

import { h } from "./dom.js";

const STILL = 4; // px that a mouse may slip while it clicks

/** Escape, the cross or a click beside the picture close it. */
export function openLightbox(address, alt) {
  const image = h("img", { src: address, alt, draggable: "false" });
  const zoom = h(
    "button",
    { type: "button", class: "zoom", "aria-pressed": "false", "aria-label": "Natural size" },
    image,
  );
  const stage = h("div", { class: "stage" }, zoom);
  const close = h(
    "button",
    { type: "button", class: "close", autofocus: true, "aria-label": "Close the picture", onclick: () => box.close() },
    "✕",
  );
  const box = h(
    "dialog",
    { class: "lightbox", "aria-label": alt || "Picture", onclose: () => box.remove() },
    stage,
    alt && h("details", { class: "alt" }, h("summary", {}, "Alt text"), h("p", {}, alt)),
    close,
  );
  image.addEventListener("load", () => {
    zoom.style.setProperty("--natural", `${image.naturalWidth}px`);
    zoom.style.setProperty("--ratio", image.naturalWidth / image.naturalHeight);
  });
  stage.addEventListener("click", (event) => event.target === stage && box.close());
  moveByMouse(stage, zoom);
  document.body.append(box);
  box.showModal();
}

/** A finger scrolls by itself; a mouse has to drag, and a drag is no click. */
function moveByMouse(stage, zoom) {
  let moved = 0;
  stage.addEventListener("pointerdown", () => (moved = 0));
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !(event.buttons & 1)) return;
    moved += Math.abs(event.movementX) + Math.abs(event.movementY);
    stage.scrollBy(-event.movementX, -event.movementY);
  });
  zoom.addEventListener("click", (event) => moved < STILL && toggleSize(stage, zoom, event));
}

/** Change between the fitting and the natural size; what was tapped comes to the middle. */
function toggleSize(stage, zoom, event) {
  const fitting = zoom.getBoundingClientRect();
  const byKey = event.detail === 0;
  const across = byKey ? 0.5 : (event.clientX - fitting.left) / fitting.width;
  const down = byKey ? 0.5 : (event.clientY - fitting.top) / fitting.height;
  zoom.setAttribute("aria-pressed", String(zoom.getAttribute("aria-pressed") === "false"));
  stage.scrollTo(
    across * zoom.offsetWidth - stage.clientWidth / 2,
    down * zoom.offsetHeight - stage.clientHeight / 2,
  );
}
