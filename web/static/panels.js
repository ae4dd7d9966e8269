// Opens what lies beside the question: hints, what happened since, the note, and the rest.

import { button, h } from "./dom.js";
import { showPng } from "./picture.js";
import { say, sayWhen, textElements, timeElement } from "./text.js";

const NOTE_MOST = 300; // characters
const AUTOS = ["auto.choice", "auto.turn", "auto.leg"];

/** Open a dialog; Escape, its button and a click beside it close it. */
function openPanel(title, ...children) {
  const close = button(say("page.close"), () => panel.close());
  const body = h("div", { class: "inside" }, h("header", {}, h("h2", {}, title), close), ...children);
  const panel = h("dialog", { class: "panel", "aria-label": title, onclose: () => panel.remove() }, body);
  panel.addEventListener("click", (event) => event.target === panel && panel.close());
  document.body.append(panel);
  panel.showModal();
  return panel;
}

/** Open a dialog that waits for the server; what can't be had is said in it. */
async function openWaiting(title, match, load) {
  const body = h("div", { class: "body", role: "status" }, h("p", {}, say("page.moment")));
  const panel = openPanel(title, body);
  const show = (...elements) => panel.isConnected && body.replaceChildren(...elements);
  try {
    await load(show, panel);
  } catch (failure) {
    if (failure.sentence && !failure.ended) return show(...textElements(failure.sentence));
    panel.close();
    match.fail(failure);
  }
}

function picture(data) {
  const image = h("img", { class: "still" });
  showPng(image, data);
  return image;
}

export function openHint(match) {
  return openWaiting(say("page.hint"), match, async (show, panel) => {
    const hint = await match.post("hint", {});
    const lines = hint.lines.map(({ text, path }) => {
      const press = () => {
        panel.close();
        match.press("touch", { path, sure: false, planning: false, fingerprint: hint.fingerprint });
      };
      return h("button", { type: "button", class: "line", onclick: press }, textElements(text));
    });
    show(picture(hint.picture), ...lines);
  });
}

export function openSince(match) {
  return openWaiting(say("page.since"), match, async (show) => {
    const { steps, first } = await match.get("since");
    const image = h("img", { class: "still" });
    const place = h("p", { class: "small" });
    const text = h("div", {});
    const known = new Map();
    let at = 0;

    async function go(to) {
      const step = known.get(to) ?? (await match.get(`since/${to}?first=${first}`));
      known.set(to, step);
      at = to;
      before.disabled = at === 0;
      after.disabled = at === steps - 1;
      showPng(image, step.picture);
      place.replaceChildren(say("page.step", { place: at + 1, n: steps }), " · ", timeElement(step.at));
      text.replaceChildren(...textElements(step.text));
    }
    const turn = (to) => go(to).catch((failure) => text.replaceChildren(...textElements(failure.sentence)));
    const before = button(say("page.back"), () => turn(at - 1));
    const after = button(say("page.next"), () => turn(at + 1), { class: "primary" });
    await go(0);
    show(image, place, text, h("div", { class: "row" }, before, after));
    after.focus({ preventScroll: true });
  });
}

export function openNote(match) {
  const field = h("textarea", { maxlength: NOTE_MOST, rows: 5 });
  field.value = match.table.note ?? "";
  const save = async () => {
    if (await match.press("note", { text: field.value })) panel.close();
  };
  const label = h("label", {}, h("span", {}, say("page.note.label")), field);
  const panel = openPanel(say("page.note"), label, button(say("page.save"), save, { class: "primary" }));
  field.focus();
}

/** The rest: the bot plays for me, votes, the public's view. */
export function openMore(match) {
  const { tools, votes } = match.table;
  const entry = (words, act) =>
    button(words, () => {
      panel.close();
      act();
    });
  const autos = AUTOS.filter((name) => tools.includes(name)).map((name) =>
    entry(say(`page.${name}`), () => match.press("auto", { until: name.replace("auto.", "") })),
  );
  const ballot = votes.map(({ about, seat, words }) => entry(words, () => match.press("vote", { about, seat })));
  const sight = tools.includes("public") && entry(say("page.public"), () => (location.hash += "/public"));
  const panel = openPanel(
    say("page.more"),
    h("div", { class: "entries" }, autos, sight),
    ballot.length > 0 && h("section", { class: "entries" }, h("h3", {}, say("page.votes")), ballot),
  );
}

/** Until when an answer is due. */
export const dueElement = (due) => h("span", { class: "due" }, sayWhen("page.due", timeElement(due)));
