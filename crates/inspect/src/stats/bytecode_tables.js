// The view of LLVM 1.x bytecode: where the bytes go.

const bytecode = (() => {
  const { BYTE_COLOURS, kindColour, byteColour, linkage, sum, place, short, namedThing } = oldFile;
  const { model, functionName, typeText } = oldFile;

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
      const block = model().blocks.find((other) => other.kind === "function" && other.byte === row.byte);
      if (block) oldMap.goTo(block);
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
      columns: [
        atByte,
        size,
        slot,
        named("type", (row) => typeText(row.type)),
        named("value", (row) => row.text),
        owner,
      ],
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
    openMap: oldMap.open,
    redrawMap: oldMap.redraw,
  };
})();
