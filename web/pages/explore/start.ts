// Shows a function of a program in columns. Lines of the same instruction are marked together, and
// a click scrolls to the others.

/** A line: the instruction that it belongs to, or -1, and the text. */
type Row = [inst: number, text: string];

interface ShownFunction {
  /** Lines of the source: file, line, text. */
  source: [file: number, line: number, text: string][];
  /** For each instruction the index of its line in `source`. */
  lines: (number | null)[];
  assembly: Row[];
  wasm: Row[];
  machine: Row[];
}

interface ProgramFunction extends Partial<ShownFunction> {
  id: string;
  name: string;
  instructions: number;
}

interface Explored {
  name: string;
  files: string[];
  functions: ProgramFunction[];
}

/** A line on the page, and the instructions that it belongs to. */
interface Line {
  element: HTMLElement;
  insts: number[];
}

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const explored = JSON.parse(byId("data").textContent ?? "") as Explored;
const filter = byId("filter") as HTMLInputElement;
const list = byId("functions");
const columns = byId("columns");
const tabs = byId("tabs");

/** All lines of the open function. */
let lines: Line[] = [];
let chosenColumn = "Source";

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}

function label(of: ProgramFunction): string {
  return of.name === "" ? of.id : `${of.name} ${of.id}`;
}

function isShown(of: ProgramFunction): of is ProgramFunction & ShownFunction {
  return of.assembly !== undefined;
}

/** Marks the lines of some instructions, and scrolls to them in the other columns. */
function mark(insts: number[], from: HTMLElement | null, scroll: boolean): void {
  const wanted = new Set(insts);
  const seen = new Set<Element | null>([from?.parentElement ?? null]);
  for (const line of lines) {
    const is = line.insts.some((inst) => wanted.has(inst));
    line.element.classList.toggle("mark", is);
    const column = line.element.parentElement;
    if (is && scroll && !seen.has(column) && column !== null) {
      seen.add(column);
      const top = line.element.offsetTop - column.offsetTop;
      column.scrollTop = top - column.clientHeight / 3;
    }
  }
}

function addLine(to: HTMLElement, line: HTMLElement, insts: number[]): void {
  to.append(line);
  if (insts.length === 0) return;
  line.classList.add("linked");
  line.onmouseenter = () => mark(insts, line, false);
  line.onclick = () => mark(insts, line, true);
  lines.push({ element: line, insts });
}

function addColumn(title: string): HTMLElement {
  const column = element("div", title === chosenColumn ? "column chosen" : "column");
  const rows = element("div", "rows");
  rows.tabIndex = 0;
  rows.setAttribute("role", "region");
  rows.setAttribute("aria-label", title);
  column.append(element("h3", "", title), rows);
  columns.append(column);
  const tab = element("button", "", title);
  tab.setAttribute("aria-pressed", String(title === chosenColumn));
  tab.onclick = () => {
    chosenColumn = title;
    for (const other of columns.children) other.classList.toggle("chosen", other === column);
    for (const other of tabs.children) other.setAttribute("aria-pressed", String(other === tab));
    rows.querySelector(".mark")?.scrollIntoView({ block: "center" });
  };
  tabs.append(tab);
  return rows;
}

function addRows(title: string, rows: Row[]): void {
  if (rows.length === 0) return;
  const column = addColumn(title);
  for (const [inst, text] of rows) addLine(column, element("div", "row", text), inst < 0 ? [] : [inst]);
}

function addSource(of: ShownFunction): void {
  if (of.source.length === 0) return;
  const column = addColumn("Source");
  const insts: number[][] = of.source.map(() => []);
  of.lines.forEach((place, inst) => {
    if (place !== null) insts[place]?.push(inst);
  });
  let last = -1;
  of.source.forEach(([file, number, text], place) => {
    if (file !== last) column.append(element("div", "row file", explored.files[file] ?? ""));
    last = file;
    const line = element("div", "row");
    line.append(element("span", "number", String(number)), text);
    addLine(column, line, insts[place] ?? []);
  });
}

function open(of: ProgramFunction): void {
  for (const button of list.querySelectorAll("button"))
    button.setAttribute("aria-current", String(button.dataset.id === of.id));
  byId("name").textContent = label(of);
  columns.replaceChildren();
  tabs.replaceChildren();
  lines = [];
  if (!isShown(of)) {
    byId("note").textContent =
      `This function is only listed, because the page would be too large. pinnacle explore --function ${of.id} shows it.`;
    return;
  }
  const figures = [`${of.instructions} instructions`, `${of.wasm.length} lines of WebAssembly`];
  if (of.machine.length > 0) figures.push(`${of.machine.length} instructions of the machine`);
  byId("note").textContent = figures.join(", ");
  if (chosenColumn === "Source" && of.source.length === 0) chosenColumn = "PNaClAsm";
  addSource(of);
  addRows("PNaClAsm", of.assembly);
  addRows("WebAssembly", of.wasm);
  addRows("Machine code", of.machine);
  location.replace(`#${of.id.slice(1)}`);
}

function drawList(): void {
  const words = filter.value.toLowerCase();
  const found = explored.functions.filter((of) => label(of).toLowerCase().includes(words));
  // Drawing a longer list would take longer than searching it.
  const most = 1000;
  const items = found.slice(0, most).map((of) => {
    const button = element("button", isShown(of) ? "" : "hidden");
    button.dataset.id = of.id;
    button.append(element("span", "name", label(of)), element("span", "count", String(of.instructions)));
    button.onclick = () => open(of);
    const item = element("li", "");
    item.append(button);
    return item;
  });
  if (found.length > most) items.push(element("li", "", `and ${found.length - most} more`));
  if (found.length === 0) items.push(element("li", "", "none has this in its name"));
  list.replaceChildren(...items);
}

const hidden = explored.functions.filter((of) => !isShown(of)).length;
document.title = `${explored.name} \u2013 from source to machine code`;
byId("title").textContent = explored.name;
byId("summary").textContent =
  `${explored.functions.length} functions${hidden > 0 ? `, ${hidden} of them listed only` : ""}`;
filter.oninput = drawList;
drawList();
const wanted = `@${location.hash.slice(1)}`;
const first =
  explored.functions.find((of) => of.id === wanted) ??
  explored.functions.find((of) => isShown(of) && of.source.length > 0) ??
  explored.functions.find(isShown);
if (first !== undefined) open(first);

export {};
