// Opens a file: the only one, the first, or the chosen one.

function open(next) {
  file = next;
  view = file.format === "llvm-bytecode" ? bytecode : pexe;
  document.title = `${file.file} \u2013 where the ${view.unit} go`;
  byId("title").textContent = `Where the ${view.unit} go`;
  byId("map-hint").textContent = view.hint;
  map.setAttribute("aria-label", view.map);
  map.removeAttribute("style");
  byId("details").replaceChildren();
  drawProblems();
  drawFigures();
  drawParts();
  view.openMap();
  openTable(view.tables[0]);
}

if (documents.length > 1) {
  const choice = element("select", { ariaLabel: "File" },
    ...documents.map((other, index) => element("option", { value: index }, other.file)));
  choice.onchange = () => open(documents[choice.value]);
  byId("file").append(choice);
} else {
  byId("file").textContent = documents.length ? documents[0].file : "no file could be read";
}
if (documents.length) {
  open(documents[0]);
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
  document.querySelectorAll("main > section").forEach((section) => (section.hidden = true));
}
