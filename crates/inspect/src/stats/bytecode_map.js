// The map of LLVM 1.x bytecode, to scale: a row of bars shows the blocks of a depth,
// those inside below those around. Below it is what is known of the block that was
// clicked.

const oldMap = (() => {
  const { KIND_COLOURS, BYTE_COLOURS, PRIMITIVES, kindColour, byteColour, linkage, sum, bytesOf, place } = oldFile;
  const { short, namedThing, model, functionName, blockName, ancestors, typeText, contents } = oldFile;

  // Heights of rows; widths of what is too narrow to be seen, of what is drawn in its place at most.
  const [ROW, RULER, NARROW, RUN] = [34, 22, 4, 40];
  const MOST_MARKS = 200;
  let steps = [];
  const shown = () => steps[steps.length - 1];

  function openMap() {
    oldFile.prepare();
    go([]);
  }

  const stepOf = (block) => {
    const { from, to } = block;
    return { name: blockName(block), from, to: Math.max(to, from + 1), block };
  };

  /** Looks at the last of some steps below the whole file. */
  function go(path) {
    const name = file.file.split(/[\\/]/).pop();
    steps = [{ name, from: 0, to: Math.max(file.size, 1), block: null }, ...path];
    drawMap();
    drawDetails();
  }

  /** The way to a block: the blocks around it, and ranges that were opened before. */
  function goTo(block) {
    const ranges = steps.filter((step) =>
      step.range && step.from <= block.from && step.to >= block.to);
    const path = [...ancestors(block).map(stepOf), ...ranges];
    go(path.sort((a, b) => b.to - b.from - (a.to - a.from)));
  }

  function drawMap() {
    hideTip();
    const { from, to, block } = shown();
    const entries = block?.depth > 0 ? placesIn(block) : [];
    const rows = model().levels.map((level) => ({ items: level, cell: blockCell }));
    if (entries.length) rows.push({ items: entries, cell: entryCell });
    const width = map.clientWidth;
    const scale = width / (to - from);
    map.style.height = `${RULER + Math.max(rows.length, 1) * ROW}px`;
    const cells = [...ruler(from, to, scale)];
    rows.forEach(({ items, cell }, index) => drawRow(cells, items, cell, index, scale));
    cells.push(...marks(from, to, scale));
    map.replaceChildren(...cells);
    drawPath(steps.map((step, index) => ({ name: step.name, go: () => go(steps.slice(1, index + 1)) })));
  }

  /** Draws what of a row is in sight. What is too narrow to be seen becomes one
   *  cell with its neighbours, so that there are no more cells than the width of
   *  the map has room for, whatever the file. */
  function drawRow(cells, items, cell, row, scale) {
    const { from, to } = shown();
    const x = (byte) => (Math.min(Math.max(byte, from), to) - from) * scale;
    let run = [];
    const add = (box, first, last) => {
      Object.assign(box.style, {
        left: `${x(first.from)}px`,
        top: `${RULER + row * ROW}px`,
        width: `${Math.max(x(last.to) - x(first.from) - 1, 1)}px`,
        height: `${ROW - 2}px`,
      });
      cells.push(box);
    };
    const addRun = () => {
      const last = run[run.length - 1];
      if (run.length === 1) add(cell(last, 0), last, last);
      else if (run.length) add(runCell(run, x(last.to) - x(run[0].from)), run[0], last);
      run = [];
    };
    for (let index = firstBehind(items, from); index < items.length && items[index].from < to; index += 1) {
      const item = items[index];
      const width = x(item.to) - x(item.from);
      const last = run[run.length - 1];
      const ends = width >= NARROW || x(item.from) - x(last?.to) > NARROW || x(item.to) - x(run[0]?.from) > RUN;
      if (last && ends) addRun();
      if (width >= NARROW) add(cell(item, width), item, item);
      else run.push(item);
    }
    addRun();
  }

  /** The first of items that ends behind a byte. */
  function firstBehind(items, byte) {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle].to > byte) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function filled(colour, label, width) {
    const box = element("div", { className: "cell", style: { background: colour, color: inkOn(colour) } });
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

  function runCell(run, width) {
    const [first, last] = [run[0], run[run.length - 1]];
    const isBlocks = "depth" in first;
    const name = `${grouped(run.length)} ${isBlocks ? "blocks" : "entries"}`;
    const kinds = new Map();
    for (const { kind, from, to } of run) kinds.set(kind, (kinds.get(kind) ?? 0) + to - from);
    const ordered = [...kinds.keys()].sort((a, b) => kinds.get(b) - kinds.get(a));
    const box = filled((isBlocks ? kindColour : byteColour)(ordered[0]), grouped(run.length), width);
    box.classList.add("run");
    const names = ordered.map((kind) => kind ?? "unknown").join(", ");
    box.tip = () => [name, [["kind", names], ["at byte", grouped(first.from)], ["up to", grouped(last.to)]]];
    const range = { name, from: first.from, to: Math.max(last.to, first.from + 1), block: shown().block, range: true };
    const covers = range.from === shown().from && range.to === shown().to;
    return covers ? box : entered(box, name, () => go([...steps.slice(1), range]));
  }

  function entryCell(entry, width) {
    const box = filled(byteColour(entry.kind), entry.label, width);
    box.classList.add("leaf");
    box.tip = () => [entry.label, [["kind", entry.kind], ["at byte", grouped(entry.from)],
      ["size", bytesOf(entry.to - entry.from)]]];
    return box;
  }

  /** Types, constants and so on in a block, with their ends. */
  function placesIn(block) {
    const { types, globals, functions, constants, symbols } = contents(block);
    const entry = (kind, label) => (row) =>
      ({ kind, label: short(label(row)), from: row.byte, size: row.size });
    const isString = ({ plane }) => plane.type == null;
    const entries = [
      types.map(entry("types", (row) => `#${row.number} = ${row.text}`)),
      globals.map(entry("global variables", (row) => (row.name ? `%${row.name}` : place(row)))),
      functions.map(entry("functions", (row) => functionName(row))),
      constants.map((row) => entry(isString(row) ? "strings" : "constants", () => row.text)(row)),
      symbols.map(entry("names", (row) => row.name)),
    ].flat().sort((a, b) => a.from - b.from);
    // Where no size is said, an entry ends with its block or before the next.
    const isInside = ({ depth, to }) => depth >= block.depth && to > block.from && to <= block.to;
    const ends = model().blocks.filter(isInside).map((inner) => inner.to).sort((a, b) => a - b);
    let end = 0;
    entries.forEach((row, index) => {
      while (end < ends.length && ends[end] <= row.from) end += 1;
      const next = Math.min(ends[end] ?? block.to, entries[index + 1]?.from ?? Infinity);
      row.to = row.size === undefined ? next : row.from + row.size;
    });
    return entries;
  }

  /** Offsets above the rows, at round numbers. */
  function ruler(from, to, scale) {
    const least = Math.max((to - from) * 90 / Math.max(map.clientWidth, 1), 1);
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= least);
    const ticks = [];
    for (let byte = Math.ceil(from / step) * step; byte < to && (to - byte) * scale > 50; byte += step) {
      ticks.push(element("div", { className: "tick", style: { left: `${(byte - from) * scale}px` } }, grouped(byte)));
    }
    return ticks;
  }

  /** Lines where something is wrong. */
  function marks(from, to, scale) {
    const places = new Set();
    for (const { byte } of file.errors) {
      if (byte != null && byte >= from && byte <= to) places.add(Math.round((byte - from) * scale));
      if (places.size === MOST_MARKS) break;
    }
    return [...places].map((left) =>
      element("div", { className: "mark", title: "an error", style: { left: `${left}px` } }));
  }

  // ---- What is known of the block that was clicked ----

  const MOST_LISTED = 300;

  function blockFacts(block) {
    const facts = [
      ["kind", block.kind ?? `unknown (${block.id})`],
      ["at byte", grouped(block.byte)],
      ["header", bytesOf(block.header_size)],
      ["content", bytesOf(block.size)],
      ["padding behind", bytesOf(block.padding)],
      ["of the file", percent(block.to - block.from, file.size)],
    ];
    if (block.kind === "function" && block.of) {
      const own = block.of.block;
      facts.push(["type and slot", place(block.of)], ["linkage", linkage(own)],
        ["basic blocks", grouped(own.basic_blocks)], ["instructions", grouped(sum(own.encodings))]);
    }
    return facts;
  }

  function moduleFacts() {
    const facts = [["format", file.release ? `${file.version} (${file.release})` : "not a known one"]];
    if (file.triple) facts.push(["target", short(file.triple)]);
    if (file.libraries.length) facts.push(["libraries", short(file.libraries.slice(0, MOST_LISTED).join(", "))]);
    return facts;
  }

  function drawDetails() {
    const { block } = shown();
    const inside = block?.depth > 0;
    const facts = inside ? blockFacts(block) : moduleFacts();
    const parts = [element("dl", {}, ...facts.map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value))))];
    if (inside) {
      parts.unshift(element("h3", {}, blockName(block)));
      const own = block.of?.block;
      if (own && ["function", "instructions", "basic block"].includes(block.kind)) parts.push(...encodings(own));
      if (own?.compaction && ["function", "compaction table"].includes(block.kind)) {
        parts.push(...compaction(own.compaction));
      }
      parts.push(...lists(block));
    }
    byId("details").replaceChildren(legend(), ...parts);
  }

  /** What the colours of the blocks mean. */
  function legend() {
    const found = new Set(file.blocks.map((block) => block.kind));
    const kinds = [...KIND_COLOURS.keys()].filter((kind) => found.has(kind));
    const entry = (kind) => element("li", {}, element("i", { style: { background: kindColour(kind) } }), kind);
    return element("ul", { className: "legend" }, ...kinds.map(entry));
  }

  function encodings(own) {
    const total = sum(own.encodings);
    if (!total) return [];
    const formats = own.encodings.map((amount, format) => {
      const name = `instructions, format ${format}`;
      return { name: `format ${format}`, colour: BYTE_COLOURS.get(name), amount };
    });
    const title = element("h4", {}, "How the function's instructions are written");
    return [title, ...strip(formats.filter(({ amount }) => amount > 0), total, "instructions")];
  }

  function compaction({ types, planes }) {
    const parts = [];
    const first = model().firstType ?? PRIMITIVES.length;
    if (types.length) {
      const row = (number, index) => [`#${first + index}`, typeText(number)];
      parts.push(folded("Compaction table: types", ["here", "in the module"], types, row));
    }
    if (planes.length) {
      const row = ({ type, slots }) => {
        const listed = slots.slice(0, MOST_LISTED).join(", ");
        const rest = slots.length - MOST_LISTED;
        const known = types.length && type >= first ? types[type - first] : type;
        const name = known === undefined ? "unknown" : typeText(known);
        return [`#${type}`, name, grouped(slots.length), rest > 0 ? `${listed} and ${grouped(rest)} more` : listed];
      };
      const columns = ["here", "type", "slots", "in the module, from the first"];
      parts.push(folded("Compaction table: slots", columns, planes, row));
    }
    return parts.length ? parts : [element("p", { className: "hint" }, "The compaction table is empty.")];
  }

  function lists(block) {
    const { types, globals, functions, constants, symbols } = contents(block);
    const at = (row) => grouped(row.byte);
    return [
      folded("Types", ["at byte", "bytes", "number", "type"], types,
        (row) => [at(row), grouped(row.size), `#${row.number}`, short(row.text)]),
      folded("Global variables", ["at byte", "type:slot", "linkage", "name"], globals,
        (row) => [at(row), place(row), linkage(row), short(row.name)]),
      folded("Functions", ["at byte", "type:slot", "name"], functions,
        (row) => [at(row), place(row), functionName(row)]),
      folded("Constants", ["at byte", "bytes", "type:slot", "value"], constants,
        (row) => [at(row), grouped(row.size), place(row), short(row.text)]),
      folded("Names", ["at byte", "of", "name"], symbols, (row) => [at(row), namedThing(row), short(row.name)]),
    ].filter(Boolean);
  }

  /** A list that is made when it is unfolded; null for an empty one. */
  function folded(title, columns, rows, cells) {
    if (!rows.length) return null;
    const box = element("details", {}, element("summary", {}, `${title} (${grouped(rows.length)})`));
    box.ontoggle = () => {
      if (!box.open || box.childElementCount > 1) return;
      const head = element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)));
      const body = rows.slice(0, MOST_LISTED).map((row, index) =>
        element("tr", {}, ...cells(row, index).map((cell) => element("td", {}, cell))));
      box.append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
      if (rows.length > MOST_LISTED) {
        box.append(element("p", { className: "hint" },
          `The first ${MOST_LISTED} are shown; the tables below have all of the file.`));
      }
    };
    return box;
  }

  return {
    open: openMap,
    redraw: () => {
      drawMap();
      drawDetails();
    },
    goTo,
  };
})();
