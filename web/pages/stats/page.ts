// The common parts for all kinds of files: elements, colours, the map's events, tables. `pexe.ts`
// and `bytecode_tables.ts` each add the view for a kind of file, and `start.ts` opens the first
// file.

import type { StatsFile } from "./documents.ts";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** The value by which rows are sorted. */
  value(row: Row): string | number;
  /** The content of a cell. By default it is the value. */
  show?(row: Row): string | Node;
  /** True for text, which is aligned to the left and searched by the filter. */
  text?: boolean;
  wrap?: boolean;
}

export interface Table<Row> {
  name: string;
  about: string;
  rows(): Row[];
  columns: Column<Row>[];
  /** The column by which the table is sorted initially, and true if the smallest comes first. */
  sort: number;
  first?: boolean;
}

/** A colour for light pages, and one for dark pages. */
export type Colours = readonly [light: string, dark: string];

/** A part of the file, in the view's unit. */
export interface Part {
  name: string;
  colour: Colours;
  amount: number;
}

/** The view of a kind of file. */
export interface View {
  /** The unit in which sizes are counted. */
  unit: string;
  /** The size of the file. */
  total(): number;
  /** The label of the map, and how to use it. */
  map: string;
  hint: string;
  /** Key figures, each with its name. */
  figures(): [value: string, name: string][];
  parts(): Part[];
  /** The errors in the file, as text. */
  problems(): string[];
  tables: Table<unknown>[];
  openMap(): void;
  redrawMap(): void;
}

/** Names and values in a tooltip, or about a block. */
export type Facts = [name: string, value: string][];

/** A cell of the map. */
export interface Cell extends HTMLElement {
  tip?: () => [title: string, rows: Facts];
  /** Zooms into the cell. */
  enter?: () => void;
}

export const documents: StatsFile[] = JSON.parse(byId("data").textContent);

/** Returns the element with an ID. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}
export const dark = matchMedia("(prefers-color-scheme: dark)");

/** The view of the current document. */
let view: View;

/** Shows a document in its view. */
export function showView(next: View): void {
  view = next;
  drawProblems();
  drawFigures();
  drawParts();
  view.openMap();
  openTable(view.tables[0]);
}

// ---- Small helpers ----

/** Makes an element with properties and children. Text is never parsed as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, unknown> = {},
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "style") Object.assign(node.style, value);
    else if (name in node) Reflect.set(node, name, value);
    else node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

export const grouped = (number: number) => number.toLocaleString("en-US");
export const number = (value: number) =>
  Number.isSafeInteger(value) ? grouped(value) : `\u2248 2^${Math.log2(value).toFixed(1)}`;
export const signed = (value: number) => (value < 0 ? "\u2212" : "") + grouped(Math.abs(value));
export const percent = (part: number, whole: number) => {
  const share = whole ? (part * 100) / whole : 0;
  return part > 0 && share < 0.05 ? "<0.1 %" : `${share.toFixed(1)} %`;
};
export const average = (sum: number, count: number) =>
  count
    ? (sum / count).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : "\u2013";
export const bytes = (bits: number) =>
  bits >= 8 ? `${grouped(Math.round(bits / 8))} bytes` : "less than a byte";

// ---- Colours ----

export const OTHER_COLOURS: Colours = ["#6b7480", "#8b95a1"];
export const themed = (pair: Colours) => pair[dark.matches ? 1 : 0];
/** Returns the parts of a colour: red, green and blue. */
const rgb = (hex: string) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** Mixes a colour with a share of another, from 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [rgb(colour), rgb(other)];
  const parts = from.map((part, i) => Math.round(part + ((to[i] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns black or white, whichever is more readable on a colour. The contrast is at least 4.5 to
 * 1. */
export function inkOn(colour: string): string {
  const linear = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

// ---- The map of any file: its cells have `tip` and perhaps `enter` ----

export const map = byId("map");

/** Zooms out of the current level of the map; null at the top. */
let leave: (() => void) | null = null;

/** Shows the path to the current level of the map. Each step has a name and a function. */
export function drawPath(steps: { name: string; go: () => void }[]): void {
  const last = steps.length - 1;
  byId("path").replaceChildren(
    ...steps.flatMap(({ name, go }, index) => {
      const button = element("button", { type: "button", disabled: index === last }, name);
      button.onclick = go;
      return index ? [element("i", {}, "\u203a"), button] : [button];
    }),
  );
  leave = steps[last - 1]?.go ?? null;
}

const cellAt = ({ target }: Event): Cell | null =>
  target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
map.addEventListener("click", (event) => cellAt(event)?.enter?.());
map.addEventListener("keydown", (event) => {
  const enter = cellAt(event)?.enter;
  if (enter && (event.key === "Enter" || event.key === " ")) enter();
  else if (event.key === "Escape" && leave) leave();
  else return;
  event.preventDefault();
  map.querySelector<HTMLElement>("[tabindex]")?.focus();
});

// ---- The tooltip ----

const tip = byId("tip");
let hot: Cell | null = null;

export function hideTip(): void {
  tip.hidden = true;
  hot?.classList.remove("hot");
  hot = null;
}

function showTip(box: Cell, x: number, y: number): void {
  if (hot !== box) {
    hot?.classList.remove("hot");
    hot = box;
    box.classList.add("hot");
    const [title, rows] = box.tip?.() ?? ["", []];
    tip.replaceChildren(
      element("b", {}, title),
      element(
        "table",
        {},
        ...rows.map(([name, value]) => element("tr", {}, element("td", {}, name), element("td", {}, value))),
      ),
    );
    tip.hidden = false;
  }
  const left = x + 16 + tip.offsetWidth > innerWidth ? x - 16 - tip.offsetWidth : x + 16;
  const top = Math.min(y + 16, innerHeight - tip.offsetHeight - 8);
  Object.assign(tip.style, { left: `${Math.max(8, left)}px`, top: `${Math.max(8, top)}px` });
}

map.addEventListener("pointermove", (event) => {
  const box = cellAt(event);
  if (box) showTip(box, event.clientX, event.clientY);
  else hideTip();
});
map.addEventListener("pointerleave", hideTip);
map.addEventListener("focusin", (event) => {
  const { target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
  const box = cellAt(event);
  if (!box) return;
  const place = box.getBoundingClientRect();
  showTip(box, place.left + place.width / 2, place.top + 20);
});
map.addEventListener("focusout", hideTip);

// ---- Tables ----

/** Makes a table from rows and columns. */
export const tableOf = <Row>(
  rows: () => Row[],
  table: Omit<Table<NoInfer<Row>>, "rows">,
): Table<unknown> => ({
  rows,
  ...table,
});

/** Makes a column of text. `show` makes the cells if it is given. */
export const text = <Row>(
  title: string,
  value: (row: Row) => string | number,
  show?: (row: Row) => string | Node,
): Column<Row> => ({ title, value, ...(show && { show }), text: true });
export const count = <Row>(title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  value,
  show: (row) => grouped(value(row)),
});
export const ratio = <Row>(
  title: string,
  sum: (row: Row) => number,
  total: (row: Row) => number,
): Column<Row> => ({
  title,
  value: (row) => (total(row) ? sum(row) / total(row) : 0),
  show: (row) => average(sum(row), total(row)),
});
export const swatched = <Row>(
  title: string,
  value: (row: Row) => string,
  colour: (row: Row) => string,
): Column<Row> =>
  text(title, value, (row) =>
    element(
      "span",
      {},
      element("i", { className: "swatch", style: { background: colour(row) } }),
      value(row),
    ),
  );
export const shareBar = <Row>(
  title: string,
  value: (row: Row) => number,
  colour: (row: Row) => string,
): Column<Row> => ({
  title,
  value,
  show: (row) =>
    element(
      "span",
      {},
      percent(value(row), view.total()),
      element(
        "span",
        { className: "share" },
        element("i", {
          style: { width: `${(value(row) * 100) / view.total()}%`, background: colour(row) },
        }),
      ),
    ),
});
export const code = <Row>(title: string, value: (row: Row) => string | null): Column<Row> => ({
  ...text<Row>(
    title,
    (row) => value(row) ?? "",
    (row) => element("code", {}, value(row) ?? ""),
  ),
  wrap: true,
});

const PAGE_ROWS = 200;
const MORE_ROWS = 1000;
let table: Table<unknown>;
let tableRows: unknown[] = [];
const filter = byId("filter") as HTMLInputElement;
let [sorted, ascending, limit] = [0, false, PAGE_ROWS];

function openTable(next: Table<unknown> | undefined): void {
  if (next === undefined) return;
  table = next;
  tableRows = table.rows();
  [sorted, ascending, limit] = [table.sort, Boolean(table.first), PAGE_ROWS];
  filter.value = "";
  drawTabs();
}

function drawTabs(): void {
  byId("tabs").replaceChildren(
    ...view.tables.map((other) => {
      const tab = element(
        "button",
        { type: "button", role: "tab", "aria-selected": String(other === table) },
        other.name,
      );
      tab.onclick = () => openTable(other);
      return tab;
    }),
  );
  byId("about").textContent = table.about;
  drawTable();
}

const collator = new Intl.Collator("en", { numeric: true });
const compare = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));

export function drawTable(): void {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const column = table.columns[sorted];
  if (column === undefined) return;
  const texts = table.columns.filter((other) => other.text);
  const shownText = (other: Column<unknown>, row: unknown) => {
    const value = other.show?.(row);
    return typeof value === "string" ? value : String(other.value(row));
  };
  const matches = (row: unknown) => {
    const line = texts
      .map((other) => shownText(other, row))
      .join(" ")
      .toLowerCase();
    return words.every((word) => line.includes(word));
  };
  const rows = words.length ? tableRows.filter(matches) : tableRows.slice();
  rows.sort((a, b) => compare(column.value(a), column.value(b)) * (ascending ? 1 : -1));
  const style = (other: Column<unknown>) => (other.text ? "text" : "") + (other.wrap ? " wrap" : "");
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
  const body = rows
    .slice(0, limit)
    .map((row) =>
      element(
        "tr",
        {},
        ...table.columns.map((other) =>
          element("td", { className: style(other) }, other.show ? other.show(row) : String(other.value(row))),
        ),
      ),
    );
  if (!body.length) {
    body.push(
      element(
        "tr",
        {},
        element(
          "td",
          { className: "none", colSpan: table.columns.length },
          words.length ? "No row has these words." : "There is nothing to show.",
        ),
      ),
    );
  }
  const parts: HTMLElement[] = [
    element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body)),
  ];
  if (rows.length > limit) {
    const more = element(
      "button",
      { type: "button", className: "more" },
      `Show ${grouped(Math.min(MORE_ROWS, rows.length - limit))} more of ${grouped(rows.length)} rows`,
    );
    more.onclick = () => {
      limit += MORE_ROWS;
      drawTable();
    };
    parts.push(more);
  }
  byId("table").replaceChildren(...parts);
}
filter.addEventListener("input", drawTable);

// ---- The file as a whole ----

/** Makes a bar of parts to scale, and its legend. */
export function strip(parts: Part[], total: number, unit: string): HTMLElement[] {
  const bar = parts.map(({ name, colour, amount }) =>
    element("div", {
      title: `${name}: ${grouped(amount)} ${unit}, ${percent(amount, total)}`,
      style: { background: themed(colour), flex: `${amount} 0 0` },
    }),
  );
  const legend = parts.map(({ name, colour, amount }) =>
    element(
      "li",
      {},
      element("i", { style: { background: themed(colour) } }),
      `${name} `,
      element("b", {}, percent(amount, total)),
      element("span", {}, ` ${grouped(amount)}`),
    ),
  );
  return [element("div", { className: "strip" }, ...bar), element("ul", { className: "legend" }, ...legend)];
}

export function drawParts(): void {
  byId("parts").replaceChildren(...strip(view.parts(), view.total(), view.unit));
}

function drawFigures(): void {
  byId("figures").replaceChildren(
    ...view
      .figures()
      .map(([value, name]) =>
        element("div", { className: "figure" }, element("b", {}, value), element("span", {}, name)),
      ),
  );
}

const MOST_PROBLEMS = 50;

function drawProblems(): void {
  const all = view.problems();
  const problems = all.slice(0, MOST_PROBLEMS);
  if (all.length > MOST_PROBLEMS) problems.push(`and ${grouped(all.length - MOST_PROBLEMS)} more errors`);
  byId("problems").replaceChildren(
    ...problems.map((problem) => element("p", { className: "problem" }, problem)),
  );
}
