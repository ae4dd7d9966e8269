// Builds elements and keeps a list of them in step with what it shows.

/** Make an element: `on…` props are listeners, `true` an empty attribute, null and false are left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** A button with words. */
export const button = (words, onclick, props = {}) =>
  h("button", { type: "button", onclick, ...props }, ...[words].flat());

/** A sign that stands beside words, for the eyes only. */
export const sign = (text) => h("span", { class: "sign", "aria-hidden": "true" }, text);

const lists = new WeakMap();

/** Show `items` as the only children of `parent`; an item whose key stays keeps its element (and focus). */
export function showList(parent, items, keyOf, make, refresh) {
  const before = lists.get(parent) ?? new Map();
  const after = new Map(items.map((item) => [keyOf(item), item]));
  for (const [key, element] of before) if (!after.has(key)) element.remove();
  let place = parent.firstChild;
  for (const [key, item] of after) {
    const element = before.get(key) ?? make(item);
    refresh(element, item);
    after.set(key, element);
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
  lists.set(parent, after);
  parent.hidden = !after.size;
}

const slots = new WeakMap();

/** Refill `slot` only if `value` (anything JSON can tell apart) changed. */
export function fill(slot, value, make) {
  const signature = JSON.stringify(value ?? null);
  if (slots.get(slot) === signature) return;
  slots.set(slot, signature);
  slot.replaceChildren(...[make()].flat().filter(Boolean));
  slot.hidden = !slot.hasChildNodes();
}
