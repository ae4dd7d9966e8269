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
}

const slots = new WeakMap();

/** Refill `slot` only if `value` (anything JSON can tell apart) changed; says whether it did. */
export function fill(slot, value, make) {
  const signature = JSON.stringify(value ?? null);
  if (slots.get(slot) === signature) return false;
  slots.set(slot, signature);
  slot.replaceChildren(...[make()].flat().filter(Boolean));
  slot.hidden = !slot.hasChildNodes();
  return true;
}

/** A round badge with the player's initial, or the bot's wheel. */
export function avatar(user, isBot = false) {
  const badge = h("span", { class: isBot ? "avatar wheel" : "avatar", "aria-hidden": "true" });
  if (!isBot) badge.append((user.global_name || user.username || "?").slice(0, 1).toUpperCase());
  const jersey = colour(user.avatar_color);
  badge.style.setProperty("--jersey", jersey);
  badge.classList.toggle("dark", isDark(jersey));
  return badge;
}

/** Whether white is easier to read than black on a colour like "#c0392b". */
function isDark(hex) {
  const light = [1, 3, 5].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] < 0.18;
}

/** Discord's 24-bit number or any CSS colour, as CSS. */
export function colour(value) {
  if (typeof value === "number") return `#${value.toString(16).padStart(6, "0")}`;
  return value || "var(--wood)";
}
