// The table of a catalogue that `pinnacle scan --html` writes. The rows come from separate files
// (`data-000.js` and so on), which call `addRows`. They are drawn as the page is scrolled.

/** A row in the data files. */
type Row = [
  place: string,
  kind: string,
  format: string,
  size: number,
  isValid: boolean | null,
  /** Searchable words: interfaces, languages, producers, the title, the error. */
  words: string,
  /** `threads` and `gl`, if they apply. */
  uses: string,
  error: string,
  /** The name of the page about the file, or an empty text. */
  page: string,
  /** True if there is a picture. */
  hasPicture: boolean,
];

/** Rows that are drawn at a time. */
const STEP = 100;

const rows: Row[] = [];
let shown: Row[] = [];
let drawn = 0;

/** Draws more rows when the end of the table comes into view. */
const observer = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && drawn < shown.length) draw();
});

const find = <T extends Element>(id: string, type: { new (): T }): T => {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
};

Object.assign(globalThis, {
  addRows(more: Row[]) {
    for (const row of more) rows.push(row);
  },
});

function cell(name: "td" | "th", title: string, content: string | Node): HTMLElement {
  const made = document.createElement(name);
  if (name === "th") made.setAttribute("scope", "row");
  else if (content !== "") made.dataset.title = title;
  made.append(content);
  return made;
}

function tableRow([place, kind, format, size, isValid, , uses, error, page, hasPicture]: Row) {
  const row = document.createElement("tr");
  let name: string | Node = place;
  if (page !== "") {
    const link = document.createElement("a");
    link.href = `programs/${page}.html`;
    link.textContent = place;
    name = link;
  }
  let picture: string | Node = "";
  if (hasPicture) {
    const image = document.createElement("img");
    image.src = `pictures/${page}.png`;
    image.alt = `Picture of ${place}`;
    image.loading = "lazy";
    picture = image;
  }
  const pictureCell = cell("td", "", picture);
  pictureCell.className = "picture";
  const number = cell("td", "Bytes", size > 0 ? size.toLocaleString("en") : "");
  number.className = "number";
  const state = isValid === null ? "" : isValid ? "valid" : error || "invalid";
  const stateCell = cell("td", "State", kind === "failure" ? error : state);
  if (isValid === false || kind === "failure") stateCell.className = "bad";
  row.append(
    cell("th", "File", name),
    pictureCell,
    cell("td", "Kind", kind === "program" ? `${kind} (${format})` : kind),
    number,
    cell("td", "Uses", uses.split(" ").join(", ")),
    stateCell,
  );
  return row;
}

function draw() {
  const body = find("rows", HTMLElement);
  const next = shown.slice(drawn, drawn + STEP);
  body.append(...next.map(tableRow));
  drawn += next.length;
  const more = find("more", HTMLElement);
  more.hidden = drawn >= shown.length;
  // An observer only reports changes. If it starts again, it also reports that the end is still in
  // view.
  observer.unobserve(more);
  observer.observe(more);
}

function choose() {
  const words = find("search", HTMLInputElement).value.toLowerCase().split(/\s+/);
  const kind = find("kind", HTMLSelectElement).value;
  const state = find("state", HTMLSelectElement).value;
  const uses = find("uses", HTMLSelectElement).value;
  const order = find("order", HTMLSelectElement).value;
  shown = rows.filter((row) => {
    const [place, rowKind, , , isValid, text, rowUses, , , hasPicture] = row;
    if (kind !== "" && rowKind !== kind) return false;
    if (state === "valid" && isValid !== true) return false;
    if (state === "invalid" && isValid !== false && rowKind !== "failure") return false;
    if (uses === "picture" && !hasPicture) return false;
    if (uses !== "" && uses !== "picture" && !rowUses.includes(uses)) return false;
    const all = `${place} ${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  if (order === "size") shown.sort((one, other) => other[3] - one[3]);
  if (order === "name") shown.sort((one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0));
  find("rows", HTMLElement).replaceChildren();
  drawn = 0;
  draw();
  const [found, all] = [shown.length, rows.length].map((count) => count.toLocaleString("en"));
  find("count", HTMLElement).textContent = found === all ? `${all} files` : `${found} of ${all} files`;
}

document.addEventListener("DOMContentLoaded", () => {
  const search = find("search", HTMLInputElement);
  search.value = decodeURIComponent(location.hash.replace(/^#q=/, ""));
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(choose, 100);
  });
  for (const id of ["kind", "state", "uses", "order"]) {
    find(id, HTMLSelectElement).addEventListener("change", choose);
  }
  find("table", HTMLTableElement).classList.toggle("no-pictures", !rows.some((row) => row[9]));
  find("filters", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  find("more", HTMLElement).querySelector("button")?.addEventListener("click", draw);
  choose();
});

export {};
