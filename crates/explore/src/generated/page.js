"use strict";
(() => {
  // explore/start.ts
  var byId = (id) => document.getElementById(id);
  var explored = JSON.parse(byId("data").textContent ?? "");
  var filter = byId("filter");
  var list = byId("functions");
  var columns = byId("columns");
  var tabs = byId("tabs");
  var lines = [];
  var chosenColumn = "Source";
  function element(name, className, text = "") {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    made.textContent = text;
    return made;
  }
  function label(of) {
    return of.name === "" ? of.id : `${of.name} ${of.id}`;
  }
  function isShown(of) {
    return of.assembly !== void 0;
  }
  function mark(insts, from, scroll) {
    const wanted2 = new Set(insts);
    const seen = /* @__PURE__ */ new Set([from?.parentElement ?? null]);
    for (const line of lines) {
      const is = line.insts.some((inst) => wanted2.has(inst));
      line.element.classList.toggle("mark", is);
      const column = line.element.parentElement;
      if (is && scroll && !seen.has(column) && column !== null) {
        seen.add(column);
        const top = line.element.offsetTop - column.offsetTop;
        column.scrollTop = top - column.clientHeight / 3;
      }
    }
  }
  function addLine(to, line, insts) {
    to.append(line);
    if (insts.length === 0) return;
    line.classList.add("linked");
    line.onmouseenter = () => mark(insts, line, false);
    line.onclick = () => mark(insts, line, true);
    lines.push({ element: line, insts });
  }
  function addColumn(title) {
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
  function addRows(title, rows) {
    if (rows.length === 0) return;
    const column = addColumn(title);
    for (const [inst, text] of rows) addLine(column, element("div", "row", text), inst < 0 ? [] : [inst]);
  }
  function addSource(of) {
    if (of.source.length === 0) return;
    const column = addColumn("Source");
    const insts = of.source.map(() => []);
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
  function open(of) {
    for (const button of list.querySelectorAll("button"))
      button.setAttribute("aria-current", String(button.dataset.id === of.id));
    byId("name").textContent = label(of);
    columns.replaceChildren();
    tabs.replaceChildren();
    lines = [];
    if (!isShown(of)) {
      byId("note").textContent = `This function is only listed, because the page would be too large. pinnacle explore --function ${of.id} shows it.`;
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
  function drawList() {
    const words = filter.value.toLowerCase();
    const found = explored.functions.filter((of) => label(of).toLowerCase().includes(words));
    const most = 1e3;
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
  var hidden = explored.functions.filter((of) => !isShown(of)).length;
  document.title = `${explored.name} – from source to machine code`;
  byId("title").textContent = explored.name;
  byId("summary").textContent = `${explored.functions.length} functions${hidden > 0 ? `, ${hidden} of them listed only` : ""}`;
  filter.oninput = drawList;
  drawList();
  var wanted = `@${location.hash.slice(1)}`;
  var first = explored.functions.find((of) => of.id === wanted) ?? explored.functions.find((of) => isShown(of) && of.source.length > 0) ?? explored.functions.find(isShown);
  if (first !== void 0) open(first);
})();
