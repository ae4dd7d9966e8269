// Shows the picture of a question: a touch on one of its places is an answer, by finger, mouse or keyboard.

import { button, h, showList } from "./dom.js";
import { say } from "./text.js";

const NEAR = 24; // CSS px: the least side of a place, and how far beside it a touch still means it
const MOST_SCALE = 3;
const ENLARGED = 1.02; // from here on there is something to enlarge

/** The address of a PNG; the picture before it is let go when this one is shown. */
export function showPng(image, { png, width, height, alt }) {
  if (image.alt !== alt) image.alt = alt;
  if (image.png === png) return;
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt());
  const before = image.src;
  image.png = png;
  image.width = width;
  image.height = height;
  image.onload = () => before && URL.revokeObjectURL(before);
  image.src = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
}

/** How far a point lies beside a rectangle; 0 inside of it. */
function distance(x, y, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** `press(entry, element)` is called with the entry of the place that was touched. */
export class Picture {
  #press;
  #whole = false; // the reader wants all of it, however small
  #size = { width: 1, height: 1 };
  #boxes = [];
  #window = ""; // scale and places for which the window was last put in place

  constructor(press) {
    this.#press = press;
    this.image = h("img", { draggable: "false", alt: "" });
    this.places = h("div", { class: "places" });
    this.sheet = h("div", { class: "sheet", onclick: (event) => this.#touched(event) }, this.image, this.places);
    this.frame = h("div", { class: "frame" }, this.sheet);
    this.zoom = button("", () => this.#toggle(), { class: "zoom", hidden: true });
    this.element = h("div", { class: "picture" }, this.frame, this.zoom);
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /** Show a picture with its places; `isChosen(entry)` says which are chosen, null that none can be. */
  show(picture, touch, isChosen) {
    showPng(this.image, picture);
    this.#size = picture;
    const items = touch.flatMap((entry) => entry.places.map((box, at) => ({ entry, box, at })));
    this.#boxes = items.map(({ box }) => box);
    showList(
      this.places,
      items,
      ({ entry, at }) => JSON.stringify([entry.path, at]),
      () => h("button", { type: "button", class: "place" }),
      (place, item) => this.#refresh(place, item, isChosen),
    );
    this.#fit();
  }

  #refresh(place, { entry, box, at }, isChosen) {
    const { width, height } = this.#size;
    place.entry = entry;
    place.title = entry.words;
    place.setAttribute("aria-label", entry.words);
    if (isChosen) place.setAttribute("aria-pressed", String(isChosen(entry)));
    else place.removeAttribute("aria-pressed");
    // An answer with several boxes is one stop for the keyboard.
    if (at) place.tabIndex = -1;
    const [left, top, across, down] = box;
    const sides = { left: left / width, top: top / height, width: across / width, height: down / height };
    for (const [side, share] of Object.entries(sides)) place.style.setProperty(side, `${100 * share}%`);
  }

  #touched(event) {
    const place = event.target.closest(".place") ?? this.#nearest(event.clientX, event.clientY);
    if (place) this.#press(place.entry, place);
  }

  #nearest(x, y) {
    const places = Array.from(this.places.children, (place) => [distance(x, y, place.getBoundingClientRect()), place]);
    const [far, place] = places.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity]);
    return far <= NEAR ? place : null;
  }

  #toggle() {
    this.#whole = !this.#whole;
    this.#fit();
  }

  /** Fit the picture into the page's width, or enlarge it so far that the smallest place can be touched. */
  #fit() {
    const fitted = this.element.clientWidth / this.#size.width;
    const smallest = Math.min(...this.#boxes.flatMap(([, , width, height]) => [width, height])) * fitted;
    const needed = Math.min(MOST_SCALE, Math.max(1, (NEAR + 0.5) / (smallest || NEAR)));
    const scale = this.#whole || needed < ENLARGED ? 1 : needed;
    this.zoom.hidden = needed < ENLARGED;
    this.zoom.textContent = say(this.#whole ? "page.enlarge" : "page.whole");
    this.sheet.style.setProperty("--scale", scale);
    this.element.classList.toggle("enlarged", scale > 1);
    const window = JSON.stringify([scale, this.#boxes]);
    if (scale > 1 && window !== this.#window) this.#centre(fitted * scale);
    this.#window = window;
  }

  /** Put the middle of all places into the middle of the window. */
  #centre(scale) {
    const middle = (from, size) => {
      const ends = this.#boxes.flatMap((box) => [box[from], box[from] + box[size]]);
      return (scale * (Math.min(...ends) + Math.max(...ends))) / 2;
    };
    this.frame.scrollTo(middle(0, 2) - this.frame.clientWidth / 2, middle(1, 3) - this.frame.clientHeight / 2);
  }
}
