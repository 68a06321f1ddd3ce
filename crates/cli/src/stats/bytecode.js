// The view of LLVM 1.x bytecode: where the bytes go, with a map to scale in which
// a row of bars shows the blocks of a depth, those inside below those around.

const bytecode = (() => {
  const KIND_COLOURS = new Map(Object.entries({
    module: ["#c8502f", "#e2714f"],
    types: ["#6a4fc0", "#8c74dd"],
    "module info": ["#d98e04", "#e0a32e"],
    constants: ["#1b8f6b", "#2fae86"],
    function: ["#2f6fc4", "#4a8ae0"],
    "compaction table": ["#4d7c0f", "#7fae3a"],
    instructions: ["#5b93d8", "#79a9ea"],
    "basic block": ["#5b93d8", "#79a9ea"],
    symbols: ["#c2528b", "#d873a6"],
  }));
  // In the order in which the bar of the file shows them.
  const BYTE_COLOURS = new Map(Object.entries({
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
    unread: ["#a02c22", "#d9655a"],
  }));
  const PRIMITIVES = ["void", "bool", "ubyte", "sbyte", "ushort", "short", "uint", "int", "ulong", "long",
    "float", "double", "label"];
  const LINKAGES = ["external", "weak", "appending", "internal", "linkonce"];
  const kindColour = (kind) => themed(KIND_COLOURS.get(kind) ?? OTHER_COLOURS);
  const byteColour = (kind) => themed(BYTE_COLOURS.get(kind) ?? OTHER_COLOURS);
  const linkage = (row) => LINKAGES[row.linkage] ?? `unknown (${row.linkage})`;
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  const bytesOf = (size) => `${grouped(size)} ${size === 1 ? "byte" : "bytes"}`;
  const place = (row) => `${row.type}:${row.slot}`;

  const MOST_CHARACTERS = 300;
  const short = (name) => (name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}\u2026` : name);

  // ---- The file, prepared once: blocks with ends, parents and functions ----

  let model = null;

  function prepare() {
    const functions = new Map();
    file.functions.forEach((row, number) => {
      if (row.block) functions.set(row.block.byte, { ...row, number });
    });
    const [around, levels] = [[], []];
    const blocks = file.blocks.map((row) => {
      const block = {
        ...row,
        from: Math.min(row.byte, file.size),
        to: Math.min(row.byte + row.header_size + row.size, file.size),
        parent: around[row.depth - 1] ?? null,
      };
      around.length = row.depth;
      around[row.depth] = block;
      block.of = row.kind === "function" ? functions.get(row.byte) ?? null : block.parent?.of ?? null;
      (levels[row.depth] ??= []).push(block);
      return block;
    });
    const types = new Map(file.types.map((row) => [row.number, row.text]));
    model = { blocks, levels, types, firstType: file.types[0]?.number };
  }

  const functionName = (row) => (row.name ? `%${short(row.name)}` : `function ${row.number}`);
  const blockName = (block) =>
    (block.kind === "function" && block.of ? functionName(block.of) : block.kind ?? `unknown, ${block.id}`);
  const ancestors = (block) => {
    const path = [];
    for (let at = block; at; at = at.parent) path.unshift(at);
    return path;
  };
  function typeText(number) {
    if (number < PRIMITIVES.length) return PRIMITIVES[number];
    const text = model.types.get(number);
    return text === undefined ? `#${number}` : `#${number} = ${short(text)}`;
  }

  /** Everything that has a place in a block, as lists of rows. */
  function contents(block) {
    const inside = (row) => row.byte >= block.from && row.byte < block.to;
    const own = block.of?.block;
    const from = own ?? file;
    const flat = (planes, name) => planes.flatMap((plane) => plane[name].map((row) => ({ plane, ...row })));
    return {
      types: from.types.filter(inside),
      globals: own ? [] : file.globals.filter(inside),
      functions: own ? [] : file.functions.map((row, number) => ({ ...row, number })).filter(inside),
      constants: flat(from.constants, "constants").filter(inside),
      symbols: flat(from.symbols, "symbols").filter(inside),
    };
  }

  // ---- The map ----

  // Heights of rows; widths of what is too narrow to be seen, of what is drawn in its place at most.
  const [ROW, RULER, NARROW, RUN] = [34, 22, 4, 40];
  const MOST_MARKS = 200;
  let steps = [];
  const shown = () => steps[steps.length - 1];

  function openMap() {
    prepare();
    go([]);
  }

  const stepOf = (block) => ({ name: blockName(block), from: block.from, to: Math.max(block.to, block.from + 1), block });

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
    const rows = model.levels.map((level) => ({ items: level, cell: blockCell }));
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
    const ends = model.blocks.filter((inner) => inner.to > block.from && inner.to <= block.to && inner.depth >= block.depth)
      .map((inner) => inner.to).sort((a, b) => a - b);
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
      if (own?.compaction && ["function", "compaction table"].includes(block.kind)) parts.push(...compaction(own.compaction));
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
    const first = model.firstType ?? PRIMITIVES.length;
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
      parts.push(folded("Compaction table: slots", ["here", "type", "slots", "in the module, from the first"], planes, row));
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

  const namedThing = ({ plane, slot }) => {
    if (plane.of === "types") return `type #${slot}`;
    return plane.of === "blocks" ? `block ${slot}` : `${plane.type}:${slot}`;
  };

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

  // ---- Tables ----

  const blue = () => kindColour("function");
  const owners = () => [
    { name: "", from: file },
    ...file.functions.flatMap((row, number) =>
      (row.block ? [{ name: functionName({ ...row, number }), from: row.block }] : [])),
  ];
  /** All rows of a list, the module's and the functions'. */
  const everywhere = (rows) => owners().flatMap(({ name, from }) => rows(from).map((row) => ({ owner: name, ...row })));
  const owner = text("function", (row) => row.owner);
  const atByte = count("at byte", (row) => row.byte);
  const size = count("bytes", (row) => row.size);
  const slot = text("type:slot", place);
  const named = (title, value) => code(title, (row) => short(value(row)));

  function blockKinds() {
    const kinds = new Map();
    for (const block of file.blocks) {
      const name = block.kind ?? `unknown, ${block.id}`;
      const row = kinds.get(name) ?? { name, kind: block.kind, count: 0, size: 0, headers: 0, padding: 0, largest: 0 };
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

  /** A function's name, which shows it in the map. */
  function functionLink(row) {
    const button = element("button", { type: "button", className: "link" }, functionName(row));
    button.onclick = () => {
      const block = model.blocks.find((other) => other.kind === "function" && other.byte === row.byte);
      if (block) goTo(block);
      map.scrollIntoView({ block: "center" });
    };
    return button;
  }

  const TABLES = [
    {
      name: "Bytes",
      about: "What the bytes are for; each byte of the file is counted once. Unread is what stands behind an "
        + "error in its block.",
      rows: () => Object.entries(file.bytes).map(([name, size]) => ({ name, size })).filter((row) => row.size > 0),
      sort: 1,
      columns: [
        swatched("bytes for", (row) => row.name, (row) => byteColour(row.name)),
        size,
        shareBar("share of the file", (row) => row.size, (row) => byteColour(row.name)),
      ],
    },
    {
      name: "Functions",
      about: "The blocks of functions, with those inside them. Formats 0 to 3 are how many instructions are "
        + "written in each; own types and slots are those that the compaction table numbers anew. Click a name "
        + "to see the function in the map.",
      rows: () => file.functions.flatMap((row, number) => {
        const own = row.block;
        if (!own) return [];
        const slots = sum(own.compaction?.planes.map((plane) => plane.slots.length) ?? []);
        return [{ ...own, name: row.name, number, types: own.compaction?.types.length ?? 0, slots }];
      }),
      sort: 2,
      columns: [
        text("function", (row) => functionName(row), functionLink),
        atByte,
        size,
        shareBar("share of the file", (row) => row.size, blue),
        text("linkage", linkage),
        count("blocks", (row) => row.basic_blocks),
        count("instructions", (row) => sum(row.encodings)),
        ...[0, 1, 2, 3].map((format) => count(`format ${format}`, (row) => row.encodings[format])),
        count("own types", (row) => row.types),
        count("own slots", (row) => row.slots),
      ],
    },
    {
      name: "Blocks",
      about: "Kinds of blocks. Bytes are those of headers and contents, with the blocks inside.",
      rows: blockKinds,
      sort: 2,
      columns: [
        swatched("kind", (row) => row.name, (row) => kindColour(row.kind)),
        count("blocks", (row) => row.count),
        size,
        shareBar("share of the file", (row) => row.size, (row) => kindColour(row.kind)),
        count("largest", (row) => row.largest),
        count("headers", (row) => row.headers),
        count("padding behind", (row) => row.padding),
      ],
    },
    {
      name: "Types",
      about: "Types of the module, and those of the constant pools of functions, which begin with the number "
        + "behind the module's.",
      rows: () => everywhere((from) => from.types),
      sort: 0,
      first: true,
      columns: [atByte, size, { title: "number", value: (row) => row.number, show: (row) => `#${row.number}` },
        named("type", (row) => row.text), owner],
    },
    {
      name: "Globals",
      about: "Global variables. The initialiser is a slot among the constants of the type of the value.",
      rows: () => file.globals,
      sort: 0,
      first: true,
      columns: [
        atByte,
        named("name", (row) => row.name),
        slot,
        named("type", (row) => typeText(row.type)),
        text("linkage", linkage),
        text("is", (row) => (row.constant ? "constant" : "variable")),
        text("initialiser", (row) => (row.initializer == null ? "none" : `slot ${row.initializer}`)),
      ],
    },
    {
      name: "Constants",
      about: "Constants of the module and of functions; those that they are made of are written as type:slot.",
      rows: () => everywhere((from) => from.constants.flatMap((plane) => plane.constants)),
      sort: 0,
      first: true,
      columns: [atByte, size, slot, named("type", (row) => typeText(row.type)), named("value", (row) => row.text), owner],
    },
    {
      name: "Names",
      about: "The symbol tables: what has which name.",
      rows: () => everywhere((from) => from.symbols.flatMap((plane) =>
        plane.symbols.map((row) => ({ plane, ...row })))),
      sort: 0,
      first: true,
      columns: [atByte, text("of", namedThing), named("name", (row) => row.name), owner],
    },
  ];

  // ---- The file as a whole ----

  const parts = () => [...BYTE_COLOURS].filter(([name]) => file.bytes[name] > 0)
    .map(([name, colour]) => ({ name, colour, amount: file.bytes[name] }));

  function figures() {
    const own = file.functions.flatMap((row) => row.block ?? []);
    const instructions = sum(own.map((block) => sum(block.encodings)));
    const written = sum([0, 1, 2, 3].map((format) => file.bytes[`instructions, format ${format}`]));
    return [
      [grouped(file.size), file.size === 1 ? "byte" : "bytes"],
      [file.release ?? "unknown", file.release ? `format ${file.version}` : "format"],
      [grouped(own.filter((block) => sum(block.encodings) > 0).length), "function bodies"],
      [grouped(instructions), "instructions"],
      [average(written, instructions), "bytes per instruction"],
      [grouped(file.types.length), "types"],
    ];
  }

  function problem(error) {
    const path = error.path.join(" \u203a ");
    const where = [error.byte == null ? "" : `at byte ${grouped(error.byte)}`, path && `in ${path}`];
    return `${[error.code, ...where].filter(Boolean).join(" ")}: ${short(error.message)}`;
  }

  return {
    unit: "bytes",
    total: () => file.size,
    map: "Map of the file: widths are bytes",
    hint: "Widths are bytes, from the start of the file on the left to its end; below a block are those inside "
      + "it. Click a block to look closer and to see what is in it. Blocks that are too narrow to be seen are "
      + "drawn as one, hatched, with their number; click there to tell them apart. Red lines are where errors are.",
    figures,
    parts,
    problem,
    tables: TABLES,
    openMap,
    redrawMap: () => {
      drawMap();
      drawDetails();
    },
  };
})();
