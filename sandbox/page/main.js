// Starts the page: one connection, one store, a column for each player.

import { refreshRelativeTimes, setAhead } from "./clock.js";
import { Column } from "./column.js";
import { Memory } from "./memory.js";
import { Server } from "./socket.js";
import { Store } from "./store.js";
import { TimeBar } from "./timebar.js";
import { TopBar } from "./topbar.js";

const TIMES_EVERY = 10_000; // ms

const server = new Server();
const store = new Store();
const memory = new Memory();
const place = document.querySelector(".columns");
const time = new TimeBar(server);
let columns = [];
let bar = null;
const atFirst = Number(new URLSearchParams(location.search).get("players")) || 1; // players; others can be added
let connected = false;
let due = false;

function refresh() {
  due = false;
  setAhead(store.ahead);
  time.refresh(connected);
  refreshRelativeTimes();
  if (!bar) return;
  for (const column of columns) column.refresh();
  bar.refresh(store, connected);
}

/** Refresh once for all that happens in the same moment. */
function soon() {
  if (due) return;
  due = true;
  setTimeout(refresh);
}

/** Take seats: the same columns as before a reconnect if the players are still the same. */
function seat() {
  const users = [...store.users.values()];
  if (users.map((user) => user.id).join() === columns.map((column) => column.me).join()) return;
  columns = users.map((user) => new Column(user, store, server, memory));
  place.replaceChildren(...columns.map((column) => column.element));
  bar = new TopBar(memory, columns, atFirst);
  bar.addEventListener("change", soon);
}

server.addEventListener("frame", ({ detail: frame }) => {
  if (frame.t === "modal") columns.find((column) => column.me === frame.user)?.showModal(frame);
  else store.apply(frame);
  if (frame.t === "state") seat();
});
server.addEventListener("open", () => {
  connected = true;
  soon();
});
server.addEventListener("close", () => {
  connected = false;
  soon();
});
store.addEventListener("change", soon);
document.addEventListener("visibilitychange", soon);
setInterval(soon, TIMES_EVERY);
server.connect();
