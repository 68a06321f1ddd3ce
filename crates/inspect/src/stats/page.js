// What the pages about all kinds of files have in common: elements, colours, the
// map's events, tables. `pexe.js` and `bytecode_tables.js` add a view for a kind of
// file each, and `start.js` opens the first file.
//
// A view has `map` and `hint` (what to call the map, how to use it), `total` (the
// size of the file in `unit`), `figures`, `parts`, `problem`, `tables`, `openMap`
// and `redrawMap`.

const documents = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The document that is shown, and the view for its kind. */
let [file, view] = [null, null];

// ---- Small helpers ----

/** An element with properties and children; text is never read as markup. */
function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "style") Object.assign(node.style, value);
    else if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

const grouped = (number) => number.toLocaleString("en-US");
const number = (value) =>
  Number.isSafeInteger(value) ? grouped(value) : `\u2248 2^${Math.log2(value).toFixed(1)}`;
const signed = (value) => (value < 0 ? "\u2212" : "") + grouped(Math.abs(value));
const percent = (part, whole) => {
  const share = whole ? (part * 100) / whole : 0;
  return part > 0 && share < 0.05 ? "<0.1 %" : `${share.toFixed(1)} %`;
};
const average = (sum, count) =>
  count ? (sum / count).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "\u2013";
const bytes = (bits) => (bits >= 8 ? `${grouped(Math.round(bits / 8))} bytes` : "less than a byte");

// ---- Colours ----

const OTHER_COLOURS = ["#6b7480", "#8b95a1"];
const themed = (pair) => pair[dark.matches ? 1 : 0];
const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** A colour moved towards another by a share from 0 to 1. */
function mixed(colour, other, share) {
  const [from, to] = [rgb(colour), rgb(other)];
  const parts = from.map((part, i) => Math.round(part + (to[i] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever can be read better on a colour. */
function inkOn(colour) {
  const linear = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.19 ? "#0b0d10" : "#ffffff";
}

// ---- The map, whatever it shows: its cells have `tip` and perhaps `enter` ----

const map = byId("map");

/** Leaves what is shown in the map for what is around it; null at the top. */
let leave = null;

/** Shows the way to what the map shows; each step has a name and a function. */
function drawPath(steps) {
  const last = steps.length - 1;
  byId("path").replaceChildren(...steps.flatMap(({ name, go }, index) => {
    const button = element("button", { type: "button", disabled: index === last }, name);
    button.onclick = go;
    return index ? [element("i", {}, "\u203a"), button] : [button];
  }));
  leave = steps[last - 1]?.go ?? null;
}

const cellAt = (event) => event.target.closest?.(".cell");
map.addEventListener("click", (event) => cellAt(event)?.enter?.());
map.addEventListener("keydown", (event) => {
  const enter = cellAt(event)?.enter;
  if (enter && (event.key === "Enter" || event.key === " ")) enter();
  else if (event.key === "Escape" && leave) leave();
  else return;
  event.preventDefault();
  map.querySelector("[tabindex]")?.focus();
});

// ---- The tip beside the pointer ----

const tip = byId("tip");
let hot = null;

function hideTip() {
  tip.hidden = true;
  hot?.classList.remove("hot");
  hot = null;
}

function showTip(box, x, y) {
  if (hot !== box) {
    hot?.classList.remove("hot");
    hot = box;
    box.classList.add("hot");
    const [title, rows] = box.tip();
    tip.replaceChildren(
      element("b", {}, title),
      element("table", {}, ...rows.map(([name, value]) =>
        element("tr", {}, element("td", {}, name), element("td", {}, value)))),
    );
    tip.hidden = false;
  }
  const left = x + 16 + tip.offsetWidth > innerWidth ? x - 16 - tip.offsetWidth : x + 16;
  const top = Math.min(y + 16, innerHeight - tip.offsetHeight - 8);
  Object.assign(tip.style, { left: `${Math.max(8, left)}px`, top: `${Math.max(8, top)}px` });
}

map.addEventListener("pointermove", (event) => {
  const box = event.target.closest?.(".cell");
  if (box) showTip(box, event.clientX, event.clientY);
  else hideTip();
});
map.addEventListener("pointerleave", hideTip);
map.addEventListener("focusin", (event) => {
  if (!event.target.matches(":focus-visible")) return;
  const place = event.target.getBoundingClientRect();
  showTip(event.target, place.left + place.width / 2, place.top + 20);
});
map.addEventListener("focusout", hideTip);

// ---- Tables ----

const text = (title, value, show) => ({ title, value, show, text: true });
const count = (title, value) => ({ title, value, show: (row) => grouped(value(row)) });
const ratio = (title, sum, total) => ({
  title,
  value: (row) => (total(row) ? sum(row) / total(row) : 0),
  show: (row) => average(sum(row), total(row)),
});
const swatched = (title, value, colour) => text(title, value, (row) => element("span", {},
  element("i", { className: "swatch", style: { background: colour(row) } }), value(row)));
const shareBar = (title, value, colour) => ({
  title,
  value,
  show: (row) => element("span", {}, percent(value(row), view.total()),
    element("span", { className: "share" }, element("i", {
      style: { width: `${(value(row) * 100) / view.total()}%`, background: colour(row) },
    }))),
});
const code = (title, value) => ({
  ...text(title, (row) => value(row) ?? "", (row) => element("code", {}, value(row) ?? "")),
  wrap: true,
});

const PAGE_ROWS = 200;
const MORE_ROWS = 1000;
let [table, tableRows] = [null, []];
let [sorted, ascending, limit] = [0, false, PAGE_ROWS];

function openTable(next) {
  table = next;
  tableRows = table.rows();
  [sorted, ascending, limit] = [table.sort, Boolean(table.first), PAGE_ROWS];
  byId("filter").value = "";
  drawTabs();
}

function drawTabs() {
  byId("tabs").replaceChildren(...view.tables.map((other) => {
    const tab = element("button", { type: "button", role: "tab", "aria-selected": String(other === table) },
      other.name);
    tab.onclick = () => openTable(other);
    return tab;
  }));
  byId("about").textContent = table.about;
  drawTable();
}

const collator = new Intl.Collator("en", { numeric: true });
const compare = (a, b) => (typeof a === "string" ? collator.compare(a, b) : a - b);

function drawTable() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const column = table.columns[sorted];
  const texts = table.columns.filter((other) => other.text);
  const shownText = (other, row) => {
    const value = other.show?.(row);
    return typeof value === "string" ? value : String(other.value(row));
  };
  const matches = (row) => {
    const line = texts.map((other) => shownText(other, row)).join(" ").toLowerCase();
    return words.every((word) => line.includes(word));
  };
  const rows = words.length ? tableRows.filter(matches) : tableRows.slice();
  rows.sort((a, b) => compare(column.value(a), column.value(b)) * (ascending ? 1 : -1));
  const style = (other) => (other.text ? "text" : "") + (other.wrap ? " wrap" : "");
  const head = table.columns.map((other, index) => {
    const button = element("button", { type: "button" }, other.title);
    button.onclick = () => {
      ascending = index === sorted ? !ascending : Boolean(other.text);
      sorted = index;
      drawTable();
    };
    const title = element("th", { className: style(other), scope: "col" }, button);
    if (index === sorted) title.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    return title;
  });
  const body = rows.slice(0, limit).map((row) => element("tr", {}, ...table.columns.map((other) =>
    element("td", { className: style(other) }, other.show ? other.show(row) : String(other.value(row))))));
  if (!body.length) {
    body.push(element("tr", {}, element("td", { className: "none", colSpan: table.columns.length },
      words.length ? "No row has these words." : "There is nothing to show.")));
  }
  const parts = [element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body))];
  if (rows.length > limit) {
    const more = element("button", { type: "button", className: "more" },
      `Show ${grouped(Math.min(MORE_ROWS, rows.length - limit))} more of ${grouped(rows.length)} rows`);
    more.onclick = () => {
      limit += MORE_ROWS;
      drawTable();
    };
    parts.push(more);
  }
  byId("table").replaceChildren(...parts);
}
byId("filter").addEventListener("input", drawTable);

// ---- The file as a whole ----

/** A bar of parts to scale, and what its colours mean. */
function strip(parts, total, unit) {
  const bar = parts.map(({ name, colour, amount }) => element("div", {
    title: `${name}: ${grouped(amount)} ${unit}, ${percent(amount, total)}`,
    style: { background: themed(colour), flex: `${amount} 0 0` },
  }));
  const legend = parts.map(({ name, colour, amount }) => element("li", {},
    element("i", { style: { background: themed(colour) } }),
    `${name} `,
    element("b", {}, percent(amount, total)),
    element("span", {}, ` ${grouped(amount)}`)));
  return [element("div", { className: "strip" }, ...bar), element("ul", { className: "legend" }, ...legend)];
}

function drawParts() {
  byId("parts").replaceChildren(...strip(view.parts(), view.total(), view.unit));
}

function drawFigures() {
  byId("figures").replaceChildren(...view.figures().map(([value, name]) =>
    element("div", { className: "figure" }, element("b", {}, value), element("span", {}, name))));
}

const MOST_PROBLEMS = 50;

function drawProblems() {
  const { errors } = file;
  const problems = errors.slice(0, MOST_PROBLEMS).map(view.problem);
  if (errors.length > MOST_PROBLEMS) problems.push(`and ${grouped(errors.length - MOST_PROBLEMS)} more errors`);
  byId("problems").replaceChildren(...problems.map((problem) => element("p", { className: "problem" }, problem)));
}
