// Opens a file: the only one, the first, or the chosen one.

import { bytecodeView } from "./bytecode_tables.ts";
import type { StatsFile } from "./documents.ts";
import { byId, dark, documents, drawParts, drawTable, element, map, showView, type View } from "./page.ts";
import { pexeView } from "./pexe.ts";

let view: View;

function open(file: StatsFile): void {
  const { bitstream, bytecode, ...facts } = file;
  if (bytecode !== null) view = bytecodeView({ ...facts, ...bytecode });
  else if (bitstream !== null) view = pexeView({ ...facts, ...bitstream });
  else return;
  document.title = `${file.file} \u2013 where the ${view.unit} go`;
  byId("title").textContent = `Where the ${view.unit} go`;
  byId("map-hint").textContent = view.hint;
  map.setAttribute("aria-label", view.map);
  map.removeAttribute("style");
  byId("details").replaceChildren();
  showView(view);
}

const [first] = documents;
if (documents.length > 1) {
  const choice = element(
    "select",
    { ariaLabel: "File" },
    ...documents.map((other, index) => element("option", { value: index }, other.file)),
  );
  choice.onchange = () => {
    const chosen = documents[choice.selectedIndex];
    if (chosen !== undefined) open(chosen);
  };
  byId("file").append(choice);
} else {
  byId("file").textContent = first?.file ?? "no file could be read";
}
if (first !== undefined) {
  open(first);
  let width = map.clientWidth;
  addEventListener("resize", () => {
    if (map.clientWidth === width) return;
    width = map.clientWidth;
    view.redrawMap();
  });
  dark.addEventListener("change", () => {
    drawParts();
    view.redrawMap();
    drawTable();
  });
} else {
  for (const section of document.querySelectorAll<HTMLElement>("main > section")) section.hidden = true;
}
