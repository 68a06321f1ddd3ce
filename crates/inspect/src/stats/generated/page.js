"use strict";
(() => {
  // stats/page.ts
  var documents = JSON.parse(byId("data").textContent);
  function byId(id) {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`the page has no element ${id}`);
    return found;
  }
  var dark = matchMedia("(prefers-color-scheme: dark)");
  var view;
  function showView(next) {
    view = next;
    drawProblems();
    drawFigures();
    drawParts();
    view.openMap();
    openTable(view.tables[0]);
  }
  function element(tag, properties = {}, ...children) {
    const node2 = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "style") Object.assign(node2.style, value);
      else if (name in node2) Reflect.set(node2, name, value);
      else node2.setAttribute(name, String(value));
    }
    node2.append(...children);
    return node2;
  }
  var grouped = (number2) => number2.toLocaleString("en-US");
  var number = (value) => Number.isSafeInteger(value) ? grouped(value) : `≈ 2^${Math.log2(value).toFixed(1)}`;
  var signed = (value) => (value < 0 ? "−" : "") + grouped(Math.abs(value));
  var percent = (part, whole) => {
    const share2 = whole ? part * 100 / whole : 0;
    return part > 0 && share2 < 0.05 ? "<0.1 %" : `${share2.toFixed(1)} %`;
  };
  var average = (sum2, count2) => count2 ? (sum2 / count2).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "–";
  var bytes = (bits) => bits >= 8 ? `${grouped(Math.round(bits / 8))} bytes` : "less than a byte";
  var OTHER_COLOURS = ["#6b7480", "#8b95a1"];
  var themed = (pair) => pair[dark.matches ? 1 : 0];
  var rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  function mixed(colour, other, share2) {
    const [from, to] = [rgb(colour), rgb(other)];
    const parts3 = from.map((part, i) => Math.round(part + ((to[i] ?? part) - part) * share2));
    return `#${parts3.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }
  function inkOn(colour) {
    const linear = rgb(colour).map((part) => {
      const share2 = part / 255;
      return share2 <= 0.04045 ? share2 / 12.92 : ((share2 + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    return luminance > 0.179 ? "#000000" : "#ffffff";
  }
  var map = byId("map");
  var leave = null;
  function drawPath(steps2) {
    const last = steps2.length - 1;
    byId("path").replaceChildren(
      ...steps2.flatMap(({ name, go: go2 }, index) => {
        const button = element("button", { type: "button", disabled: index === last }, name);
        button.onclick = go2;
        return index ? [element("i", {}, "›"), button] : [button];
      })
    );
    leave = steps2[last - 1]?.go ?? null;
  }
  var cellAt = ({ target }) => target instanceof Element ? target.closest(".cell") : null;
  map.addEventListener("click", (event) => cellAt(event)?.enter?.());
  map.addEventListener("keydown", (event) => {
    const enter = cellAt(event)?.enter;
    if (enter && (event.key === "Enter" || event.key === " ")) enter();
    else if (event.key === "Escape" && leave) leave();
    else return;
    event.preventDefault();
    map.querySelector("[tabindex]")?.focus();
  });
  var tip = byId("tip");
  var hot = null;
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
      const [title, rows] = box.tip?.() ?? ["", []];
      tip.replaceChildren(
        element("b", {}, title),
        element(
          "table",
          {},
          ...rows.map(([name, value]) => element("tr", {}, element("td", {}, name), element("td", {}, value)))
        )
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
    const place2 = box.getBoundingClientRect();
    showTip(box, place2.left + place2.width / 2, place2.top + 20);
  });
  map.addEventListener("focusout", hideTip);
  var tableOf = (rows, table2) => ({
    rows,
    ...table2
  });
  var text = (title, value, show) => ({ title, value, ...show && { show }, text: true });
  var count = (title, value) => ({
    title,
    value,
    show: (row) => grouped(value(row))
  });
  var ratio = (title, sum2, total) => ({
    title,
    value: (row) => total(row) ? sum2(row) / total(row) : 0,
    show: (row) => average(sum2(row), total(row))
  });
  var swatched = (title, value, colour) => text(
    title,
    value,
    (row) => element(
      "span",
      {},
      element("i", { className: "swatch", style: { background: colour(row) } }),
      value(row)
    )
  );
  var shareBar = (title, value, colour) => ({
    title,
    value,
    show: (row) => element(
      "span",
      {},
      percent(value(row), view.total()),
      element(
        "span",
        { className: "share" },
        element("i", {
          style: { width: `${value(row) * 100 / view.total()}%`, background: colour(row) }
        })
      )
    )
  });
  var code = (title, value) => ({
    ...text(
      title,
      (row) => value(row) ?? "",
      (row) => element("code", {}, value(row) ?? "")
    ),
    wrap: true
  });
  var PAGE_ROWS = 200;
  var MORE_ROWS = 1e3;
  var table;
  var tableRows = [];
  var filter = byId("filter");
  var [sorted, ascending, limit] = [0, false, PAGE_ROWS];
  function openTable(next) {
    if (next === void 0) return;
    table = next;
    tableRows = table.rows();
    [sorted, ascending, limit] = [table.sort, Boolean(table.first), PAGE_ROWS];
    filter.value = "";
    drawTabs();
  }
  function drawTabs() {
    byId("tabs").replaceChildren(
      ...view.tables.map((other) => {
        const tab = element(
          "button",
          { type: "button", role: "tab", "aria-selected": String(other === table) },
          other.name
        );
        tab.onclick = () => openTable(other);
        return tab;
      })
    );
    byId("about").textContent = table.about;
    drawTable();
  }
  var collator = new Intl.Collator("en", { numeric: true });
  var compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  function drawTable() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const column = table.columns[sorted];
    if (column === void 0) return;
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
    const body = rows.slice(0, limit).map(
      (row) => element(
        "tr",
        {},
        ...table.columns.map(
          (other) => element("td", { className: style(other) }, other.show ? other.show(row) : String(other.value(row)))
        )
      )
    );
    if (!body.length) {
      body.push(
        element(
          "tr",
          {},
          element(
            "td",
            { className: "none", colSpan: table.columns.length },
            words.length ? "No row has these words." : "There is nothing to show."
          )
        )
      );
    }
    const parts3 = [
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body))
    ];
    if (rows.length > limit) {
      const more = element(
        "button",
        { type: "button", className: "more" },
        `Show ${grouped(Math.min(MORE_ROWS, rows.length - limit))} more of ${grouped(rows.length)} rows`
      );
      more.onclick = () => {
        limit += MORE_ROWS;
        drawTable();
      };
      parts3.push(more);
    }
    byId("table").replaceChildren(...parts3);
  }
  filter.addEventListener("input", drawTable);
  function strip(parts3, total, unit) {
    const bar = parts3.map(
      ({ name, colour, amount }) => element("div", {
        title: `${name}: ${grouped(amount)} ${unit}, ${percent(amount, total)}`,
        style: { background: themed(colour), flex: `${amount} 0 0` }
      })
    );
    const legend2 = parts3.map(
      ({ name, colour, amount }) => element(
        "li",
        {},
        element("i", { style: { background: themed(colour) } }),
        `${name} `,
        element("b", {}, percent(amount, total)),
        element("span", {}, ` ${grouped(amount)}`)
      )
    );
    return [element("div", { className: "strip" }, ...bar), element("ul", { className: "legend" }, ...legend2)];
  }
  function drawParts() {
    byId("parts").replaceChildren(...strip(view.parts(), view.total(), view.unit));
  }
  function drawFigures() {
    byId("figures").replaceChildren(
      ...view.figures().map(
        ([value, name]) => element("div", { className: "figure" }, element("b", {}, value), element("span", {}, name))
      )
    );
  }
  var MOST_PROBLEMS = 50;
  function drawProblems() {
    const all = view.problems();
    const problems = all.slice(0, MOST_PROBLEMS);
    if (all.length > MOST_PROBLEMS) problems.push(`and ${grouped(all.length - MOST_PROBLEMS)} more errors`);
    byId("problems").replaceChildren(
      ...problems.map((problem2) => element("p", { className: "problem" }, problem2))
    );
  }

  // stats/bytecode.ts
  var KIND_COLOURS = new Map(
    Object.entries({
      module: ["#c8502f", "#e2714f"],
      types: ["#6a4fc0", "#8c74dd"],
      "module info": ["#d98e04", "#e0a32e"],
      constants: ["#1b8f6b", "#2fae86"],
      function: ["#2f6fc4", "#4a8ae0"],
      "compaction table": ["#4d7c0f", "#7fae3a"],
      instructions: ["#5b93d8", "#79a9ea"],
      "basic block": ["#5b93d8", "#79a9ea"],
      symbols: ["#c2528b", "#d873a6"]
    })
  );
  var BYTE_COLOURS = new Map(
    Object.entries({
      "instructions, format 0": ["#1e4f91", "#2f66b5"],
      "instructions, format 1": ["#2f6fc4", "#4a8ae0"],
      "instructions, format 2": ["#5b93d8", "#79a9ea"],
      "instructions, format 3": ["#8fb8ea", "#a9c8f2"],
      constants: ["#1b8f6b", "#2fae86"],
      strings: ["#63b89c", "#7fd0b4"],
      types: ["#6a4fc0", "#8c74dd"],
      "global variables": ["#d98e04", "#e0a32e"],
      functions: ["#b0740a", "#c08a2b"],
      "libraries and triple": ["#8f6a2a", "#a8843f"],
      "compaction tables": ["#4d7c0f", "#7fae3a"],
      "symbol tables": ["#c2528b", "#d873a6"],
      names: ["#dc8db6", "#eaa6c8"],
      "block headers": ["#c8502f", "#e2714f"],
      padding: ["#b3a79b", "#7d746b"],
      magic: ["#6b7480", "#8b95a1"],
      format: ["#6b7480", "#8b95a1"],
      unknown: ["#475059", "#aab2bb"],
      unread: ["#a02c22", "#d9655a"]
    })
  );
  var PRIMITIVES = [
    "void",
    "bool",
    "ubyte",
    "sbyte",
    "ushort",
    "short",
    "uint",
    "int",
    "ulong",
    "long",
    "float",
    "double",
    "label"
  ];
  var LINKAGES = ["external", "weak", "appending", "internal", "linkonce"];
  var kindColour = (kind2) => themed(KIND_COLOURS.get(kind2) ?? OTHER_COLOURS);
  var byteColour = (kind2) => themed(BYTE_COLOURS.get(kind2) ?? OTHER_COLOURS);
  var linkage = (row) => LINKAGES[row.linkage] ?? `unknown (${row.linkage})`;
  var sum = (numbers) => numbers.reduce((all, number2) => all + number2, 0);
  var bytesOf = (size2) => `${grouped(size2)} ${size2 === 1 ? "byte" : "bytes"}`;
  var place = (row) => `${row.type}:${row.slot}`;
  var MOST_CHARACTERS = 300;
  var short = (name) => name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}…` : name;
  var namedThing = ({ plane, slot: slot2 }) => {
    if (plane.of === "types") return `type #${slot2}`;
    return plane.of === "blocks" ? `block ${slot2}` : `${plane.type}:${slot2}`;
  };
  var file;
  var model;
  function prepare(next) {
    file = next;
    const functions = /* @__PURE__ */ new Map();
    file.functions.forEach((row, number2) => {
      if (row.block) functions.set(row.block.byte, { ...row, number: number2 });
    });
    const around = [];
    const levels = [];
    const blocks = file.blocks.map((row) => {
      const parent = around[row.depth - 1] ?? null;
      const block = {
        ...row,
        from: Math.min(row.byte, file.size),
        to: Math.min(row.byte + row.header_size + row.size, file.size),
        parent,
        of: row.kind === "function" ? functions.get(row.byte) ?? null : parent?.of ?? null
      };
      around.length = row.depth;
      around[row.depth] = block;
      levels[row.depth] ??= [];
      levels[row.depth]?.push(block);
      return block;
    });
    const types = new Map(file.types.map((row) => [row.number, row.text]));
    model = { blocks, levels, types, firstType: file.types[0]?.number };
  }
  var functionName = (row) => row.name ? `%${short(row.name)}` : `function ${row.number}`;
  var blockName = (block) => block.kind === "function" && block.of ? functionName(block.of) : block.kind ?? `unknown, ${block.id}`;
  function ancestors(block) {
    const path = [];
    for (let at = block; at; at = at.parent) path.unshift(at);
    return path;
  }
  function typeText(number2) {
    const primitive = PRIMITIVES[number2];
    if (primitive !== void 0) return primitive;
    const text2 = model.types.get(number2);
    return text2 === void 0 ? `#${number2}` : `#${number2} = ${short(text2)}`;
  }
  function contents(block) {
    const inside = (row) => row.byte >= block.from && row.byte < block.to;
    const own = block.of?.block;
    const from = own ?? file;
    return {
      types: from.types.filter(inside),
      globals: own ? [] : file.globals.filter(inside),
      functions: own ? [] : file.functions.map((row, number2) => ({ ...row, number: number2 })).filter(inside),
      constants: from.constants.flatMap((plane) => plane.constants.map((row) => ({ plane, ...row }))).filter(inside),
      symbols: from.symbols.flatMap((plane) => plane.symbols.map((row) => ({ plane, ...row }))).filter(inside)
    };
  }

  // stats/bytecode_map.ts
  var ROW = 34;
  var RULER = 22;
  var NARROW = 4;
  var RUN = 40;
  var MOST_MARKS = 200;
  var steps = [];
  var shown = () => steps.at(-1) ?? wholeFile();
  function openMap() {
    go([]);
  }
  function wholeFile() {
    const name = file.file.split(/[\\/]/).pop() ?? "";
    return { name, from: 0, to: Math.max(file.size, 1), block: null };
  }
  var stepOf = (block) => {
    const { from, to } = block;
    return { name: blockName(block), from, to: Math.max(to, from + 1), block };
  };
  function go(path) {
    steps = [wholeFile(), ...path];
    drawMap();
    drawDetails();
  }
  function goTo(block) {
    const ranges = steps.filter((step) => step.range && step.from <= block.from && step.to >= block.to);
    const path = [...ancestors(block).map(stepOf), ...ranges];
    go(path.sort((a, b) => b.to - b.from - (a.to - a.from)));
  }
  function drawMap() {
    hideTip();
    const { from, to, block } = shown();
    const entries = block !== null && block.depth > 0 ? placesIn(block) : [];
    const levels = model.levels.length;
    const rowCount = levels + (entries.length > 0 ? 1 : 0);
    const width = map.clientWidth;
    const scale = width / (to - from);
    map.style.height = `${RULER + Math.max(rowCount, 1) * ROW}px`;
    const cells = [...ruler(from, to, scale)];
    model.levels.forEach((level, index) => {
      drawRow(cells, level, blockCell, index, scale);
    });
    if (entries.length > 0) drawRow(cells, entries, entryCell, levels, scale);
    cells.push(...marks(from, to, scale));
    map.replaceChildren(...cells);
    drawPath(steps.map((step, index) => ({ name: step.name, go: () => go(steps.slice(1, index + 1)) })));
  }
  function drawRow(cells, items, cell2, row, scale) {
    const { from, to } = shown();
    const x = (byte) => (Math.min(Math.max(byte, from), to) - from) * scale;
    let run = [];
    const add = (box, first2, last) => {
      Object.assign(box.style, {
        left: `${x(first2.from)}px`,
        top: `${RULER + row * ROW}px`,
        width: `${Math.max(x(last.to) - x(first2.from) - 1, 1)}px`,
        height: `${ROW - 2}px`
      });
      cells.push(box);
    };
    const addRun = () => {
      const first2 = run.at(0);
      const last = run.at(-1);
      if (first2 === void 0 || last === void 0) return;
      if (first2 === last) add(cell2(last, 0), last, last);
      else add(runCell(run, first2, last, x(last.to) - x(first2.from)), first2, last);
      run = [];
    };
    for (const item of items.slice(firstBehind(items, from))) {
      if (item.from >= to) break;
      const width = x(item.to) - x(item.from);
      const first2 = run.at(0);
      const last = run.at(-1);
      const ends = (before, start) => width >= NARROW || x(item.from) - x(before.to) > NARROW || x(item.to) - x(start.from) > RUN;
      if (first2 && last && ends(last, first2)) addRun();
      if (width >= NARROW) add(cell2(item, width), item, item);
      else run.push(item);
    }
    addRun();
  }
  function firstBehind(items, byte) {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = low + high >> 1;
      if ((items[middle]?.to ?? Number.POSITIVE_INFINITY) > byte) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  function filled(colour, label, width) {
    const box = element("div", {
      className: "cell",
      style: { background: colour, color: inkOn(colour) }
    });
    if (width > 28) box.append(element("div", { className: "label" }, element("b", {}, label)));
    return box;
  }
  function blockCell(block, width) {
    const box = filled(kindColour(block.kind), blockName(block), width);
    box.tip = () => [blockName(block), blockFacts(block)];
    return entered(box, blockName(block), () => goTo(block));
  }
  function entered(box, label, enter) {
    box.enter = enter;
    box.tabIndex = 0;
    box.setAttribute("role", "button");
    box.setAttribute("aria-label", label);
    return box;
  }
  function runCell(run, first2, last, width) {
    const isBlocks = "depth" in first2;
    const name = `${grouped(run.length)} ${isBlocks ? "blocks" : "entries"}`;
    const kinds = /* @__PURE__ */ new Map();
    for (const { kind: kind2, from, to } of run) kinds.set(kind2, (kinds.get(kind2) ?? 0) + to - from);
    const ordered = [...kinds.keys()].sort((a, b) => (kinds.get(b) ?? 0) - (kinds.get(a) ?? 0));
    const box = filled((isBlocks ? kindColour : byteColour)(ordered[0] ?? ""), grouped(run.length), width);
    box.classList.add("run");
    const names = ordered.map((kind2) => kind2 ?? "unknown").join(", ");
    box.tip = () => [
      name,
      [
        ["kind", names],
        ["at byte", grouped(first2.from)],
        ["up to", grouped(last.to)]
      ]
    ];
    const range = {
      name,
      from: first2.from,
      to: Math.max(last.to, first2.from + 1),
      block: shown().block,
      range: true
    };
    const covers = range.from === shown().from && range.to === shown().to;
    return covers ? box : entered(box, name, () => go([...steps.slice(1), range]));
  }
  function entryCell(entry, width) {
    const box = filled(byteColour(entry.kind), entry.label, width);
    box.classList.add("leaf");
    box.tip = () => [
      entry.label,
      [
        ["kind", entry.kind],
        ["at byte", grouped(entry.from)],
        ["size", bytesOf(entry.to - entry.from)]
      ]
    ];
    return box;
  }
  function placesIn(block) {
    const { types, globals, functions, constants, symbols } = contents(block);
    const entry = (kind2, label, row) => ({
      kind: kind2,
      label: short(label),
      from: row.byte,
      to: row.byte,
      size: row.size
    });
    const entries = [
      types.map((row) => entry("types", `#${row.number} = ${row.text}`, row)),
      globals.map((row) => entry("global variables", row.name ? `%${row.name}` : place(row), row)),
      functions.map((row) => entry("functions", functionName(row), row)),
      constants.map((row) => entry(row.plane.type === null ? "strings" : "constants", row.text, row)),
      symbols.map((row) => entry("names", row.name, row))
    ].flat().sort((a, b) => a.from - b.from);
    const isInside = ({ depth, to }) => depth >= block.depth && to > block.from && to <= block.to;
    const ends = model.blocks.filter(isInside).map((inner) => inner.to).sort((a, b) => a - b);
    let end = 0;
    entries.forEach((row, index) => {
      while ((ends[end] ?? Number.POSITIVE_INFINITY) <= row.from) end += 1;
      const next = Math.min(ends[end] ?? block.to, entries[index + 1]?.from ?? Number.POSITIVE_INFINITY);
      row.to = row.size === void 0 ? next : row.from + row.size;
    });
    return entries;
  }
  function ruler(from, to, scale) {
    const least = Math.max((to - from) * 90 / Math.max(map.clientWidth, 1), 1);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((times) => times * power).find((size2) => size2 >= least) ?? least;
    const ticks = [];
    for (let byte = Math.ceil(from / step) * step; byte < to && (to - byte) * scale > 50; byte += step) {
      ticks.push(
        element("div", { className: "tick", style: { left: `${(byte - from) * scale}px` } }, grouped(byte))
      );
    }
    return ticks;
  }
  function marks(from, to, scale) {
    const places = /* @__PURE__ */ new Set();
    for (const { byte } of file.errors) {
      if (byte != null && byte >= from && byte <= to) places.add(Math.round((byte - from) * scale));
      if (places.size === MOST_MARKS) break;
    }
    return [...places].map(
      (left) => element("div", { className: "mark", title: "an error", style: { left: `${left}px` } })
    );
  }
  var MOST_LISTED = 300;
  function blockFacts(block) {
    const facts = [
      ["kind", block.kind ?? `unknown (${block.id})`],
      ["at byte", grouped(block.byte)],
      ["header", bytesOf(block.header_size)],
      ["content", bytesOf(block.size)],
      ["padding after it", bytesOf(block.padding)],
      ["of the file", percent(block.to - block.from, file.size)]
    ];
    if (block.kind === "function" && block.of?.block) {
      const { block: own } = block.of;
      facts.push(
        ["type and slot", place(block.of)],
        ["linkage", linkage(own)],
        ["basic blocks", grouped(own.basic_blocks)],
        ["instructions", grouped(sum(own.encodings))]
      );
    }
    return facts;
  }
  function moduleFacts() {
    const facts = [["format", file.release ? `${file.version} (${file.release})` : "not a known one"]];
    if (file.triple) facts.push(["target", short(file.triple)]);
    if (file.libraries.length)
      facts.push(["libraries", short(file.libraries.slice(0, MOST_LISTED).join(", "))]);
    return facts;
  }
  function drawDetails() {
    const { block } = shown();
    const inside = block !== null && block.depth > 0 ? block : null;
    const facts = inside ? blockFacts(inside) : moduleFacts();
    const parts3 = [
      element(
        "dl",
        {},
        ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))
      )
    ];
    if (inside) {
      parts3.unshift(element("h3", {}, blockName(inside)));
      const own = inside.of?.block;
      if (own && ["function", "instructions", "basic block"].includes(inside.kind ?? ""))
        parts3.push(...encodings(own));
      if (own?.compaction && ["function", "compaction table"].includes(inside.kind ?? "")) {
        parts3.push(...compaction(own.compaction));
      }
      parts3.push(...lists(inside));
    }
    byId("details").replaceChildren(legend(), ...parts3);
  }
  function legend() {
    const found = new Set(file.blocks.map((block) => block.kind));
    const kinds = [...KIND_COLOURS.keys()].filter((kind2) => found.has(kind2));
    const entry = (kind2) => element("li", {}, element("i", { style: { background: kindColour(kind2) } }), kind2 ?? "unknown");
    return element("ul", { className: "legend" }, ...kinds.map(entry));
  }
  function encodings(own) {
    const total = sum(own.encodings);
    if (!total) return [];
    const formats = own.encodings.map((amount, format) => {
      const name = `instructions, format ${format}`;
      return { name: `format ${format}`, colour: BYTE_COLOURS.get(name) ?? OTHER_COLOURS, amount };
    });
    const title = element("h4", {}, "How the function's instructions are written");
    return [
      title,
      ...strip(
        formats.filter(({ amount }) => amount > 0),
        total,
        "instructions"
      )
    ];
  }
  function compaction({ types, planes }) {
    const parts3 = [];
    const first2 = model.firstType ?? PRIMITIVES.length;
    if (types.length) {
      const row = (number2, index) => [`#${first2 + index}`, typeText(number2)];
      parts3.push(...folded("Compaction table: types", ["here", "in the module"], types, row));
    }
    if (planes.length) {
      const row = ({ type, slots }) => {
        const listed = slots.slice(0, MOST_LISTED).join(", ");
        const rest = slots.length - MOST_LISTED;
        const known = types.length && type >= first2 ? types[type - first2] : type;
        const name = known === void 0 ? "unknown" : typeText(known);
        return [
          `#${type}`,
          name,
          grouped(slots.length),
          rest > 0 ? `${listed} and ${grouped(rest)} more` : listed
        ];
      };
      const columns = ["here", "type", "slots", "in the module, from the first"];
      parts3.push(...folded("Compaction table: slots", columns, planes, row));
    }
    return parts3.length ? parts3 : [element("p", { className: "hint" }, "The compaction table is empty.")];
  }
  function lists(block) {
    const { types, globals, functions, constants, symbols } = contents(block);
    const at = (row) => grouped(row.byte);
    return [
      folded("Types", ["at byte", "bytes", "number", "type"], types, (row) => [
        at(row),
        grouped(row.size),
        `#${row.number}`,
        short(row.text)
      ]),
      folded("Global variables", ["at byte", "type:slot", "linkage", "name"], globals, (row) => [
        at(row),
        place(row),
        linkage(row),
        short(row.name)
      ]),
      folded("Functions", ["at byte", "type:slot", "name"], functions, (row) => [
        at(row),
        place(row),
        functionName(row)
      ]),
      folded("Constants", ["at byte", "bytes", "type:slot", "value"], constants, (row) => [
        at(row),
        grouped(row.size),
        place(row),
        short(row.text)
      ]),
      folded("Names", ["at byte", "of", "name"], symbols, (row) => [at(row), namedThing(row), short(row.name)])
    ].flat();
  }
  function folded(title, columns, rows, cells) {
    if (!rows.length) return [];
    const box = element("details", {}, element("summary", {}, `${title} (${grouped(rows.length)})`));
    box.ontoggle = () => {
      if (!box.open || box.childElementCount > 1) return;
      const head = element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)));
      const body = rows.slice(0, MOST_LISTED).map((row, index) => element("tr", {}, ...cells(row, index).map((cell2) => element("td", {}, cell2))));
      box.append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
      if (rows.length > MOST_LISTED) {
        box.append(
          element(
            "p",
            { className: "hint" },
            `The first ${MOST_LISTED} are shown; the tables below have all of the file.`
          )
        );
      }
    };
    return [box];
  }
  function redraw() {
    drawMap();
    drawDetails();
  }

  // stats/bytecode_tables.ts
  var blue = () => kindColour("function");
  var owners = () => [
    { name: "", from: file },
    ...file.functions.flatMap(
      (row, number2) => row.block ? [{ name: functionName({ ...row, number: number2 }), from: row.block }] : []
    )
  ];
  var everywhere = (rows) => owners().flatMap(({ name, from }) => rows(from).map((row) => ({ owner: name, ...row })));
  var owner = text("function", (row) => row.owner);
  var atByte = count("at byte", (row) => row.byte);
  var size = count("bytes", (row) => row.size);
  var slot = text("type:slot", place);
  var named = (title, value) => code(title, (row) => short(value(row)));
  function blockKinds() {
    const kinds = /* @__PURE__ */ new Map();
    for (const block of file.blocks) {
      const name = block.kind ?? `unknown, ${block.id}`;
      const row = kinds.get(name) ?? {
        name,
        kind: block.kind,
        count: 0,
        size: 0,
        headers: 0,
        padding: 0,
        largest: 0
      };
      const whole = block.size + block.header_size;
      row.count += 1;
      row.size += whole;
      row.headers += block.header_size;
      row.padding += block.padding;
      row.largest = Math.max(row.largest, whole);
      kinds.set(name, row);
    }
    return [...kinds.values()];
  }
  function functionLink(row) {
    const button = element("button", { type: "button", className: "link" }, functionName(row));
    button.onclick = () => {
      const block = model.blocks.find((other) => other.kind === "function" && other.byte === row.byte);
      if (block) goTo(block);
      map.scrollIntoView({ block: "center" });
    };
    return button;
  }
  var TABLES = [
    tableOf(
      () => Object.entries(file.bytes).map(([name, size2]) => ({ name, size: size2 })).filter((row) => row.size > 0),
      {
        name: "Bytes",
        about: "What the bytes are for; each byte of the file is counted once. Unread is what follows an error in its block.",
        sort: 1,
        columns: [
          swatched(
            "bytes for",
            (row) => row.name,
            (row) => byteColour(row.name)
          ),
          size,
          shareBar(
            "share of the file",
            (row) => row.size,
            (row) => byteColour(row.name)
          )
        ]
      }
    ),
    tableOf(
      () => file.functions.flatMap((row, number2) => {
        const own = row.block;
        if (!own) return [];
        const slots = sum(own.compaction?.planes.map((plane) => plane.slots.length) ?? []);
        return [{ ...own, name: row.name, number: number2, types: own.compaction?.types.length ?? 0, slots }];
      }),
      {
        name: "Functions",
        about: "The blocks of functions, with those inside them. Formats 0 to 3 are how many instructions are written in each; own types and slots are those that the compaction table numbers anew. Click a name to see the function in the map.",
        sort: 2,
        columns: [
          text("function", (row) => functionName(row), functionLink),
          atByte,
          size,
          shareBar("share of the file", (row) => row.size, blue),
          text("linkage", linkage),
          count("blocks", (row) => row.basic_blocks),
          count("instructions", (row) => sum(row.encodings)),
          ...[0, 1, 2, 3].map(
            (format) => count(`format ${format}`, (row) => row.encodings[format] ?? 0)
          ),
          count("own types", (row) => row.types),
          count("own slots", (row) => row.slots)
        ]
      }
    ),
    tableOf(blockKinds, {
      name: "Blocks",
      about: "Kinds of blocks. Bytes are those of headers and contents, with the blocks inside.",
      sort: 2,
      columns: [
        swatched(
          "kind",
          (row) => row.name,
          (row) => kindColour(row.kind)
        ),
        count("blocks", (row) => row.count),
        size,
        shareBar(
          "share of the file",
          (row) => row.size,
          (row) => kindColour(row.kind)
        ),
        count("largest", (row) => row.largest),
        count("headers", (row) => row.headers),
        count("padding after them", (row) => row.padding)
      ]
    }),
    tableOf(() => everywhere((from) => from.types), {
      name: "Types",
      about: "Types of the module, and those of the constant pools of functions, which begin with the number after the module's.",
      sort: 0,
      first: true,
      columns: [
        atByte,
        size,
        { title: "number", value: (row) => row.number, show: (row) => `#${row.number}` },
        named("type", (row) => row.text),
        owner
      ]
    }),
    tableOf(() => file.globals, {
      name: "Globals",
      about: "Global variables. The initialiser is a slot among the constants of the type of the value.",
      sort: 0,
      first: true,
      columns: [
        atByte,
        named("name", (row) => row.name),
        slot,
        named("type", (row) => typeText(row.type)),
        text("linkage", linkage),
        text("is", (row) => row.constant ? "constant" : "variable"),
        text("initialiser", (row) => row.initializer == null ? "none" : `slot ${row.initializer}`)
      ]
    }),
    tableOf(() => everywhere((from) => from.constants.flatMap((plane) => plane.constants)), {
      name: "Constants",
      about: "Constants of the module and of functions; those that they are made of are written as type:slot.",
      sort: 0,
      first: true,
      columns: [
        atByte,
        size,
        slot,
        named("type", (row) => typeText(row.type)),
        named("value", (row) => row.text),
        owner
      ]
    }),
    tableOf(
      () => everywhere((from) => from.symbols.flatMap((plane) => plane.symbols.map((row) => ({ plane, ...row })))),
      {
        name: "Names",
        about: "The symbol tables: what has which name.",
        sort: 0,
        first: true,
        columns: [atByte, text("of", namedThing), named("name", (row) => row.name), owner]
      }
    )
  ];
  var parts = () => [...BYTE_COLOURS].filter(([name]) => (file.bytes[name] ?? 0) > 0).map(([name, colour]) => ({ name, colour, amount: file.bytes[name] ?? 0 }));
  function figures() {
    const own = file.functions.flatMap((row) => row.block ?? []);
    const instructions = sum(own.map((block) => sum(block.encodings)));
    const written = sum([0, 1, 2, 3].map((format) => file.bytes[`instructions, format ${format}`] ?? 0));
    return [
      [grouped(file.size), file.size === 1 ? "byte" : "bytes"],
      [file.release ?? "unknown", file.release ? `format ${file.version}` : "format"],
      [grouped(own.filter((block) => sum(block.encodings) > 0).length), "function bodies"],
      [grouped(instructions), "instructions"],
      [average(written, instructions), "bytes per instruction"],
      [grouped(file.types.length), "types"]
    ];
  }
  function problem(error) {
    const path = (error.path ?? []).join(" › ");
    const where = [error.byte == null ? "" : `at byte ${grouped(error.byte)}`, path && `in ${path}`];
    return `${[error.code, ...where].filter(Boolean).join(" ")}: ${short(error.message)}`;
  }
  function bytecodeView(next) {
    prepare(next);
    return {
      unit: "bytes",
      total: () => file.size,
      map: "Map of the file: widths are bytes",
      hint: "Widths are bytes, from the start of the file on the left to its end; below a block are those inside it. Click a block to look closer and to see what is in it. Blocks that are too narrow to be seen are drawn as one, hatched, with their number; click there to tell them apart. Red lines are where errors are.",
      figures,
      parts,
      problems: () => file.errors.map(problem),
      tables: TABLES,
      openMap,
      redrawMap: redraw
    };
  }

  // stats/pexe.ts
  var file2;
  var KIND_COLOURS2 = {
    function: ["#2f6fc4", "#4a8ae0"],
    constants: ["#1b8f6b", "#2fae86"],
    globals: ["#d98e04", "#e0a32e"],
    types: ["#6a4fc0", "#8c74dd"],
    valuesymtab: ["#c2528b", "#d873a6"],
    module: ["#c8502f", "#e2714f"],
    abbreviations: ["#4d7c0f", "#7fae3a"]
  };
  var PART_COLOURS = {
    records: ["#2f6fc4", "#4a8ae0"],
    definitions: ["#4d7c0f", "#7fae3a"],
    block_starts: ["#d98e04", "#e0a32e"],
    block_ends: ["#c8502f", "#e2714f"],
    alignment: ["#c2528b", "#d873a6"],
    header: ["#6a4fc0", "#8c74dd"],
    trailing: ["#6b7480", "#8b95a1"],
    unread: ["#a02c22", "#d9655a"]
  };
  var kindColour2 = (name) => themed(KIND_COLOURS2[name] || OTHER_COLOURS);
  function node(name, bits, more = {}) {
    return { name, bits, kind: "", children: [], rows: [], parent: null, rank: 0, ...more };
  }
  function tree() {
    const root = node(file2.file.split(/[\\/]/).pop() ?? "", file2.bits);
    for (const block of file2.blocks) root.children.push(blockNode(block));
    const rest = [
      ["header", file2.parts.header],
      ["after the module", file2.parts.trailing],
      ["after the error", file2.parts.unread]
    ];
    for (const [name, bits] of rest) root.children.push(node(name, bits, { kind: "" }));
    prune(root, null);
    return root;
  }
  function blockNode(block) {
    const colour = { kind: block.name };
    const result = node(block.name, block.own_bits, {
      ...colour,
      rows: [
        ["blocks", grouped(block.count)],
        ["records", grouped(block.record_count)],
        ["bits per record", average(block.own_bits, block.record_count)]
      ]
    });
    for (const record of block.records) result.children.push(recordNode(block, record, colour));
    const parts3 = [
      ["definitions of abbreviations", block.definition_bits],
      ["starts of blocks", block.start_bits],
      ["ends of blocks", block.end_bits],
      ["alignment", block.alignment_bits]
    ];
    for (const [name, bits] of parts3) result.children.push(node(name, bits, { ...colour, plain: true }));
    return result;
  }
  function recordNode(block, record, colour) {
    const result = node(record.name, record.bits, {
      ...colour,
      rows: [
        ["records", grouped(record.count)],
        ["bits per record", average(record.bits, record.count)],
        ["abbreviated", percent(record.count - record.unabbreviated.count, record.count)]
      ]
    });
    for (const used of record.abbreviated) {
      const abbreviation = block.abbreviations[used.row];
      if (abbreviation === void 0) continue;
      const definition = abbreviation.definition ? ` ${abbreviation.definition}` : "";
      result.children.push(
        node(abbreviation.name + definition, used.bits, {
          ...colour,
          rows: [
            ["records", grouped(used.count)],
            ["bits per record", average(used.bits, used.count)],
            ["without it", `${grouped(used.unabbreviated_bits)} bits`]
          ]
        })
      );
    }
    result.children.push(
      node("unabbreviated", record.unabbreviated.bits, {
        ...colour,
        plain: true,
        rows: [
          ["records", grouped(record.unabbreviated.count)],
          ["bits per record", average(record.unabbreviated.bits, record.unabbreviated.count)]
        ]
      })
    );
    return result;
  }
  function prune(item, parent) {
    item.parent = parent;
    item.children = item.children.filter((child) => child.bits > 0).sort((a, b) => b.bits - a.bits);
    for (const child of item.children) prune(child, item);
  }
  var ancestors2 = (item) => item ? [...ancestors2(item.parent), item] : [];
  function squarify(items, left, top, wide, high) {
    let [x, y, width, height] = [left, top, wide, high];
    const total = items.reduce((sum2, item) => sum2 + item.bits, 0);
    const scale = total ? width * height / total : 0;
    const places = [];
    let start = 0;
    while (start < items.length && width > 0 && height > 0) {
      const side = Math.min(width, height);
      let [end, sum2, worst] = [start, 0, Number.POSITIVE_INFINITY];
      const first2 = (items[start]?.bits ?? 0) * scale;
      for (const { bits } of items.slice(start)) {
        const area = bits * scale;
        const next = sum2 + area;
        const ratio2 = Math.max(side * side * first2 / (next * next), next * next / (side * side * area));
        if (ratio2 > worst) break;
        [sum2, worst] = [next, ratio2];
        end += 1;
      }
      const depth = sum2 / side;
      let at = 0;
      for (const item of items.slice(start, end)) {
        const length = item.bits * scale / depth;
        places.push(
          width >= height ? { item, x, y: y + at, width: depth, height: length } : { item, x: x + at, y, width: length, height: depth }
        );
        at += length;
      }
      if (width >= height) [x, width] = [x + depth, width - depth];
      else [y, height] = [y + depth, height - depth];
      start = end;
    }
    return places;
  }
  var GAP = 2;
  var STRIP = 19;
  var shown2;
  function drawMap2(item) {
    shown2 = item;
    map.replaceChildren();
    hideTip();
    const children = item.children.length ? item.children : [item];
    drawLevel(map, children, [0, 0, map.clientWidth, map.clientHeight], 0, item);
    drawPath(ancestors2(item).map((step) => ({ name: step.name, go: () => drawMap2(step) })));
  }
  function drawLevel(parent, items, [x, y, width, height], level, root) {
    for (const [index, item] of items.entries()) item.rank = index;
    for (const place2 of squarify(items, x, y, width, height)) {
      const [w, h] = [place2.width - GAP, place2.height - GAP];
      if (w < 1 || h < 1) continue;
      parent.append(cell(place2, w, h, level, root));
    }
  }
  function fill(item) {
    const base = kindColour2(item.kind);
    const towards = dark.matches ? "#0d0f12" : "#ffffff";
    const depth = ancestors2(item).length - 2;
    const step = Math.min(item.rank || 0, 6) * 0.055;
    const shade = depth === 0 ? 0 : depth === 1 ? 0.16 + step : 0.3 + step;
    return mixed(base, towards, Math.min(shade + (item.plain ? 0.22 : 0), 0.74));
  }
  function cell(place2, width, height, level, root) {
    const { item } = place2;
    const colour = fill(item);
    const open2 = item.children.length > 0 && item !== root;
    const box = element("div", {
      className: open2 ? "cell" : "cell leaf",
      style: {
        left: `${place2.x}px`,
        top: `${place2.y}px`,
        width: `${width}px`,
        height: `${height}px`,
        background: colour,
        color: inkOn(colour)
      }
    });
    box.tip = () => tipOf(item);
    box.enter = () => {
      const next = item === shown2 ? void 0 : closer(item);
      if (next?.children.length) drawMap2(next);
    };
    if (width > 34 && height > 15) {
      const label = element("div", { className: "label" }, element("b", {}, item.name));
      if (width > 120) label.append(element("span", {}, percent(item.bits, file2.bits)));
      box.append(label);
    }
    if (open2 && level === 0) {
      const button = box.querySelector(".label") ?? box;
      button.tabIndex = 0;
      button.setAttribute("role", "button");
      if (button === box) {
        button.setAttribute("aria-label", `${item.name}, ${percent(item.bits, file2.bits)} of the file`);
      }
    }
    const nested = open2 && level < 2 && width > 46 && height > STRIP + 18;
    if (nested) {
      drawLevel(box, item.children, [GAP, STRIP, width - GAP, height - STRIP], level + 1, root);
    }
    return box;
  }
  function closer(item) {
    const path = ancestors2(item);
    return path[path.indexOf(shown2) + 1];
  }
  function tipOf(item) {
    const path = ancestors2(item).slice(1);
    const rows = [
      ["size", `${grouped(item.bits)} bits`],
      ["", bytes(item.bits)],
      ["of the file", percent(item.bits, file2.bits)]
    ];
    if (item.parent?.parent) rows.push([`of ${item.parent.name}`, percent(item.bits, item.parent.bits)]);
    return [path.map((step) => step.name).join(" › ") || item.name, [...rows, ...item.rows]];
  }
  var gain = (title, value) => ({
    title,
    value,
    show: (row) => element("span", { className: value(row) < 0 ? "bad" : "good" }, signed(value(row)))
  });
  var colourOf = (row) => kindColour2(row.block ?? row.name ?? "");
  var kind = (title, value) => swatched(title, value, colourOf);
  var share = (title, value) => shareBar(title, value, colourOf);
  function bins(row) {
    const most = Math.max(...row.widths);
    const bars = row.widths.map(
      (found, width) => element("i", {
        title: `${grouped(found)} need ${width} bit${width === 1 ? "" : "s"}`,
        style: { height: found ? `${Math.max(found / most * 22, 1)}px` : "0" }
      })
    );
    const className = row.widths.length > 24 ? "bins narrow" : "bins";
    return element("span", { className }, ...bars);
  }
  var flat = (rows) => file2.blocks.flatMap((block) => rows(block).map((row) => ({ block: block.name, ...row })));
  var operands = (block) => block.records.flatMap((record) => record.operands.map((operand) => ({ record: record.name, ...operand })));
  var TABLES2 = [
    tableOf(() => flat((block) => block.records), {
      name: "Records",
      about: "Record codes of each kind of block. Index, code and length are the bits other than operands: the abbreviation index, the record code, the number of operands or of the elements of an array.",
      sort: 3,
      columns: [
        kind("block", (row) => row.block),
        text("record", (row) => row.name),
        count("count", (row) => row.count),
        count("bits", (row) => row.bits),
        share("share of the file", (row) => row.bits),
        ratio(
          "bits each",
          (row) => row.bits,
          (row) => row.count
        ),
        ratio(
          "index",
          (row) => row.index_bits,
          (row) => row.count
        ),
        ratio(
          "code",
          (row) => row.code_bits,
          (row) => row.count
        ),
        ratio(
          "length",
          (row) => row.length_bits,
          (row) => row.count
        ),
        ratio(
          "operands",
          (row) => row.operand_bits,
          (row) => row.count
        ),
        {
          title: "abbreviated",
          value: (row) => 1 - row.unabbreviated.count / row.count,
          show: (row) => percent(row.count - row.unabbreviated.count, row.count)
        }
      ]
    }),
    tableOf(() => flat((block) => block.abbreviations), {
      name: "Abbreviations",
      about: "Saved: the bits that the records written with it would take more without it. Net: saved, less what its definition costs. Names with @ are defined in the abbreviations block, those with % in the blocks themselves.",
      sort: 8,
      columns: [
        kind("block", (row) => row.block),
        text("name", (row) => row.name),
        code("definition", (row) => row.definition),
        count("uses", (row) => row.uses),
        count("bits", (row) => row.bits),
        ratio(
          "bits each",
          (row) => row.bits,
          (row) => row.uses
        ),
        gain("saved", (row) => row.saved_bits),
        count("definitions cost", (row) => row.definition_bits),
        gain("net", (row) => row.net_gain_bits)
      ]
    }),
    tableOf(() => flat(operands), {
      name: "Operands",
      about: "Cheapest: the one encoding in which all these numbers together would take the fewest bits. A negative figure means that the file does better, with several abbreviations. The bars show how many numbers need 0, 1, 2 and so on binary digits.",
      sort: 4,
      columns: [
        kind("block", (row) => row.block),
        text("record", (row) => row.record),
        text("operand", (row) => row.name),
        count("count", (row) => row.count),
        count("bits", (row) => row.bits),
        ratio(
          "average",
          (row) => row.bits,
          (row) => row.count
        ),
        { title: "smallest", value: (row) => row.smallest, show: (row) => number(row.smallest) },
        { title: "largest", value: (row) => row.largest, show: (row) => number(row.largest) },
        {
          title: "values",
          value: (row) => row.distinct,
          show: (row) => (row.distinct_is_exact ? "" : "> ") + grouped(row.distinct)
        },
        { ...code("cheapest", (row) => row.cheapest), wrap: false },
        gain("saves", (row) => row.bits - row.cheapest_bits),
        { ...text("digits", (row) => row.widths.length, bins) }
      ]
    }),
    tableOf(() => file2.blocks, {
      name: "Blocks",
      about: "Kinds of blocks. Bits are those of the blocks without the blocks inside them, unless it says nested.",
      sort: 2,
      columns: [
        kind("kind", (row) => row.name),
        count("blocks", (row) => row.count),
        count("bits", (row) => row.own_bits),
        share("share of the file", (row) => row.own_bits),
        count("with nested", (row) => row.bits_with_nested),
        ratio(
          "bits each",
          (row) => row.own_bits,
          (row) => row.count
        ),
        count("records", (row) => row.record_count),
        ratio(
          "bits per record",
          (row) => row.own_bits,
          (row) => row.record_count
        ),
        count("index bits", (row) => row.index_bits),
        count("definitions", (row) => row.definition_bits),
        count("alignment", (row) => row.alignment_bits)
      ]
    }),
    tableOf(() => file2.functions.largest.map((row) => ({ block: "function", ...row })), {
      name: "Functions",
      about: "The largest function bodies, with the blocks inside them.",
      sort: 2,
      columns: [
        text(
          "function",
          (row) => row.function ?? row.body,
          (row) => row.function == null ? `body ${row.body}` : `@f${row.function}`
        ),
        code("name", (row) => row.name),
        count("bits", (row) => row.bits),
        share("share of the file", (row) => row.bits),
        count("records", (row) => row.records),
        ratio(
          "bits per record",
          (row) => row.bits,
          (row) => row.records
        ),
        { title: "at byte", value: (row) => row.bit, show: (row) => grouped(row.bit / 8) }
      ]
    })
  ];
  var PART_NAMES = {
    records: "records",
    definitions: "definitions of abbreviations",
    block_starts: "starts of blocks",
    block_ends: "ends of blocks",
    alignment: "alignment",
    header: "header",
    trailing: "after the module",
    unread: "after the error"
  };
  var parts2 = () => Object.keys(PART_NAMES).filter((part) => file2.parts[part] > 0).map((part) => ({
    name: PART_NAMES[part],
    colour: PART_COLOURS[part],
    amount: file2.parts[part]
  }));
  function figures2() {
    const unabbreviated = file2.blocks.flatMap((block) => block.records).reduce((sum2, record) => sum2 + record.unabbreviated.count, 0);
    const gains = file2.blocks.flatMap((block) => block.abbreviations).reduce((sum2, row) => sum2 + row.net_gain_bits, 0);
    const overlong = file2.blocks.flatMap((block) => block.records).reduce((sum2, record) => sum2 + record.overlong_bits, 0);
    const found = [
      [grouped(file2.size), file2.size === 1 ? "byte" : "bytes"],
      [grouped(file2.record_count), "records"],
      [average(file2.parts.records, file2.record_count), "bits per record"],
      [percent(file2.record_count - unabbreviated, file2.record_count), "of records abbreviated"],
      [percent(gains, file2.bits + gains), "saved by abbreviations"],
      [grouped(file2.functions.count), "function bodies"]
    ];
    if (overlong > 0) found.push([grouped(overlong), "bits of numbers longer than needed"]);
    return found;
  }
  function pexeView(next) {
    file2 = next;
    return {
      unit: "bits",
      total: () => file2.bits,
      map: "Map of the file: areas are bits",
      hint: "Areas are bits: kinds of blocks, the codes of their records, the abbreviations that these are written with. Click to look closer, use the path above the map to go back.",
      figures: figures2,
      parts: parts2,
      problems: () => file2.errors.map((error) => `${error.code} at ${error.position}: ${error.message}`),
      tables: TABLES2,
      openMap: () => drawMap2(tree()),
      redrawMap: () => drawMap2(shown2)
    };
  }

  // stats/start.ts
  var view2;
  function open(file3) {
    const { bitstream, bytecode, ...facts } = file3;
    if (bytecode !== null) view2 = bytecodeView({ ...facts, ...bytecode });
    else if (bitstream !== null) view2 = pexeView({ ...facts, ...bitstream });
    else return;
    document.title = `${file3.file} – where the ${view2.unit} go`;
    byId("title").textContent = `Where the ${view2.unit} go`;
    byId("map-hint").textContent = view2.hint;
    map.setAttribute("aria-label", view2.map);
    map.removeAttribute("style");
    byId("details").replaceChildren();
    showView(view2);
  }
  var [first] = documents;
  if (documents.length > 1) {
    const choice = element(
      "select",
      { ariaLabel: "File" },
      ...documents.map((other, index) => element("option", { value: index }, other.file))
    );
    choice.onchange = () => {
      const chosen = documents[choice.selectedIndex];
      if (chosen !== void 0) open(chosen);
    };
    byId("file").append(choice);
  } else {
    byId("file").textContent = first?.file ?? "no file could be read";
  }
  if (first !== void 0) {
    open(first);
    let width = map.clientWidth;
    addEventListener("resize", () => {
      if (map.clientWidth === width) return;
      width = map.clientWidth;
      view2.redrawMap();
    });
    dark.addEventListener("change", () => {
      drawParts();
      view2.redrawMap();
      drawTable();
    });
  } else {
    for (const section of document.querySelectorAll("main > section")) section.hidden = true;
  }
})();
