"use strict";
(() => {
  const documents = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // ---- Small helpers ----

  /** An element with properties and children; text is never read as markup. */
  function element(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "style") Object.assign(node.style, value);
      else if (name in node) node[name] = value;
      else node.setAttribute(name, value);
    }
    node.append(...children.filter((child) => child != null));
    return node;
  }

  const grouped = (number) => number.toLocaleString("en-US");
  const number = (value) =>
    Number.isSafeInteger(value) ? grouped(value) : `\u2248 2^${Math.log2(value).toFixed(1)}`;
  const signed = (value) => (value < 0 ? "\u2212" : "") + grouped(Math.abs(value));
  const percent = (part, whole) => {
    const share = whole ? (part * 100) / whole : 0;
    return part > 0 && share < 0.05 ? "<0.1 %" : `${share.toFixed(1)} %`;
  };
  const average = (sum, count) =>
    count ? (sum / count).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : "\u2013";
  const bytes = (bits) => (bits >= 8 ? `${grouped(Math.round(bits / 8))} bytes` : "less than a byte");

  // ---- Colours ----

  // Kinds of blocks keep their colour in every chart and table.
  const KIND_COLOURS = {
    function: ["#2f6fc4", "#4a8ae0"],
    constants: ["#1b8f6b", "#2fae86"],
    globals: ["#d98e04", "#e0a32e"],
    types: ["#6a4fc0", "#8c74dd"],
    valuesymtab: ["#c2528b", "#d873a6"],
    module: ["#c8502f", "#e2714f"],
    abbreviations: ["#4d7c0f", "#7fae3a"],
  };
  const OTHER_COLOURS = ["#6b7480", "#8b95a1"];
  const PART_COLOURS = {
    records: ["#2f6fc4", "#4a8ae0"],
    definitions: ["#4d7c0f", "#7fae3a"],
    block_starts: ["#d98e04", "#e0a32e"],
    block_ends: ["#c8502f", "#e2714f"],
    alignment: ["#c2528b", "#d873a6"],
    header: ["#6a4fc0", "#8c74dd"],
    trailing: ["#6b7480", "#8b95a1"],
    unread: ["#a02c22", "#d9655a"],
  };
  const themed = (pair) => pair[dark.matches ? 1 : 0];
  const kindColour = (name) => themed(KIND_COLOURS[name] || OTHER_COLOURS);
  const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

  /** A colour moved towards another by a share from 0 to 1. */
  function mixed(colour, other, share) {
    const [from, to] = [rgb(colour), rgb(other)];
    const parts = from.map((part, i) => Math.round(part + (to[i] - part) * share));
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }

  /** Black or white, whichever can be read better on a colour. */
  function inkOn(colour) {
    const linear = rgb(colour).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    return luminance > 0.19 ? "#0b0d10" : "#ffffff";
  }

  // ---- The tree that the map shows ----

  function node(name, bits, more = {}) {
    return { name, bits, children: [], rows: [], ...more };
  }

  function tree(file) {
    const root = node(file.file.split(/[\\/]/).pop(), file.bits);
    for (const block of file.blocks) root.children.push(blockNode(block));
    const rest = [
      ["header", file.parts.header],
      ["after the module", file.parts.trailing],
      ["after the error", file.parts.unread],
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
        ["bits per record", average(block.own_bits, block.record_count)],
      ],
    });
    for (const record of block.records) result.children.push(recordNode(block, record, colour));
    const parts = [
      ["definitions of abbreviations", block.definition_bits],
      ["starts of blocks", block.start_bits],
      ["ends of blocks", block.end_bits],
      ["alignment", block.alignment_bits],
    ];
    for (const [name, bits] of parts) result.children.push(node(name, bits, { ...colour, plain: true }));
    return result;
  }

  function recordNode(block, record, colour) {
    const result = node(record.name, record.bits, {
      ...colour,
      rows: [
        ["records", grouped(record.count)],
        ["bits per record", average(record.bits, record.count)],
        ["abbreviated", percent(record.count - record.unabbreviated.count, record.count)],
      ],
    });
    for (const used of record.abbreviated) {
      const abbreviation = block.abbreviations[used.row];
      const definition = abbreviation.definition ? ` ${abbreviation.definition}` : "";
      result.children.push(
        node(abbreviation.name + definition, used.bits, {
          ...colour,
          rows: [
            ["records", grouped(used.count)],
            ["bits per record", average(used.bits, used.count)],
            ["without it", `${grouped(used.unabbreviated_bits)} bits`],
          ],
        }),
      );
    }
    result.children.push(
      node("unabbreviated", record.unabbreviated.bits, {
        ...colour,
        plain: true,
        rows: [
          ["records", grouped(record.unabbreviated.count)],
          ["bits per record", average(record.unabbreviated.bits, record.unabbreviated.count)],
        ],
      }),
    );
    return result;
  }

  /** Removes what has no bits, sorts by bits, and connects to parents. */
  function prune(item, parent) {
    item.parent = parent;
    item.children = item.children.filter((child) => child.bits > 0).sort((a, b) => b.bits - a.bits);
    for (const child of item.children) prune(child, item);
  }

  const ancestors = (item) => (item ? [...ancestors(item.parent), item] : []);

  // ---- The map: a squarified treemap ----

  /** Places items in a rectangle, with areas in proportion to their bits and
   *  sides as equal as can be: a row is filled as long as its worst side
   *  ratio gets better. */
  function squarify(items, x, y, width, height) {
    const total = items.reduce((sum, item) => sum + item.bits, 0);
    const scale = total ? (width * height) / total : 0;
    const places = [];
    let start = 0;
    while (start < items.length && width > 0 && height > 0) {
      const side = Math.min(width, height);
      let [end, sum, worst] = [start, 0, Infinity];
      while (end < items.length) {
        const area = items[end].bits * scale;
        const first = items[start].bits * scale;
        const next = sum + area;
        const ratio = Math.max((side * side * first) / (next * next), (next * next) / (side * side * area));
        if (ratio > worst) break;
        [sum, worst] = [next, ratio];
        end += 1;
      }
      const depth = sum / side;
      let at = 0;
      for (const item of items.slice(start, end)) {
        const length = (item.bits * scale) / depth;
        places.push(
          width >= height
            ? { item, x, y: y + at, width: depth, height: length }
            : { item, x: x + at, y, width: length, height: depth },
        );
        at += length;
      }
      if (width >= height) [x, width] = [x + depth, width - depth];
      else [y, height] = [y + depth, height - depth];
      start = end;
    }
    return places;
  }

  const GAP = 2;
  const STRIP = 19;
  const map = byId("map");
  let shown = null;

  function drawMap(item) {
    shown = item;
    map.replaceChildren();
    hideTip();
    const children = item.children.length ? item.children : [item];
    drawLevel(map, children, 0, 0, map.clientWidth, map.clientHeight, 0, item);
    drawPath(item);
  }

  function drawLevel(parent, items, x, y, width, height, level, root) {
    items.forEach((item, index) => (item.rank = index));
    for (const place of squarify(items, x, y, width, height)) {
      const [w, h] = [place.width - GAP, place.height - GAP];
      if (w < 1 || h < 1) continue;
      parent.append(cell(place, w, h, level, root));
    }
  }

  function fill(item, level) {
    const base = kindColour(item.kind);
    const towards = dark.matches ? "#0d0f12" : "#ffffff";
    const depth = ancestors(item).length - 2;
    const step = Math.min(item.rank || 0, 6) * 0.055;
    const shade = depth === 0 ? 0 : depth === 1 ? 0.16 + step : 0.3 + step;
    return mixed(base, towards, Math.min(shade + (item.plain ? 0.22 : 0), 0.74));
  }

  function cell(place, width, height, level, root) {
    const { item } = place;
    const colour = fill(item, level);
    const open = item.children.length > 0 && item !== root;
    const box = element("div", {
      className: open ? "cell" : "cell leaf",
      style: {
        left: `${place.x}px`,
        top: `${place.y}px`,
        width: `${width}px`,
        height: `${height}px`,
        background: colour,
        color: inkOn(colour),
      },
    });
    box.item = item;
    if (width > 34 && height > 15) {
      const label = element("div", { className: "label" }, element("b", {}, item.name));
      if (width > 120) label.append(element("span", {}, percent(item.bits, file.bits)));
      box.append(label);
    }
    if (open && level === 0) {
      box.tabIndex = 0;
      box.setAttribute("role", "button");
      box.setAttribute("aria-label", `${item.name}, ${percent(item.bits, file.bits)} of the file`);
    }
    const nested = open && level < 2 && width > 46 && height > STRIP + 18;
    if (nested) {
      drawLevel(box, item.children, GAP, STRIP, width - GAP, height - STRIP, level + 1, root);
    }
    return box;
  }

  function drawPath(item) {
    const steps = ancestors(item).flatMap((step, index) => {
      const button = element("button", { type: "button", disabled: step === item }, step.name);
      button.onclick = () => drawMap(step);
      return index ? [element("i", {}, "\u203a"), button] : [button];
    });
    byId("path").replaceChildren(...steps);
  }

  /** The child of what is shown that leads to an item, to look closer step by
   *  step. */
  function closer(item) {
    const path = ancestors(item);
    return path[path.indexOf(shown) + 1];
  }

  const itemAt = (event) => event.target.closest?.(".cell")?.item;
  map.addEventListener("click", (event) => {
    const item = itemAt(event);
    const next = item && item !== shown && closer(item);
    if (next?.children.length) drawMap(next);
  });
  map.addEventListener("keydown", (event) => {
    const item = itemAt(event);
    if (item?.children.length && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      drawMap(item);
      map.querySelector("[tabindex]")?.focus();
    } else if (event.key === "Escape" && shown.parent) {
      drawMap(shown.parent);
      map.querySelector("[tabindex]")?.focus();
    }
  });

  // ---- The tip beside the pointer ----

  const tip = byId("tip");
  let hot = null;

  function hideTip() {
    tip.hidden = true;
    hot?.classList.remove("hot");
    hot = null;
  }

  function showTip(box, x, y) {
    const { item } = box;
    if (hot !== box) {
      hot?.classList.remove("hot");
      hot = box;
      box.classList.add("hot");
      const path = ancestors(item).slice(1);
      const rows = [
        ["size", `${grouped(item.bits)} bits`],
        ["", bytes(item.bits)],
        ["of the file", percent(item.bits, file.bits)],
      ];
      if (item.parent?.parent) rows.push([`of ${item.parent.name}`, percent(item.bits, item.parent.bits)]);
      tip.replaceChildren(
        element("b", {}, path.map((step) => step.name).join(" \u203a ") || item.name),
        element("table", {}, ...[...rows, ...item.rows].map(([name, value]) =>
          element("tr", {}, element("td", {}, name), element("td", {}, value)))),
      );
      tip.hidden = false;
    }
    const left = x + 16 + tip.offsetWidth > innerWidth ? x - 16 - tip.offsetWidth : x + 16;
    const top = Math.min(y + 16, innerHeight - tip.offsetHeight - 8);
    Object.assign(tip.style, { left: `${Math.max(8, left)}px`, top: `${Math.max(8, top)}px` });
  }

  map.addEventListener("pointermove", (event) => {
    const box = event.target.closest?.(".cell");
    if (box) showTip(box, event.clientX, event.clientY);
    else hideTip();
  });
  map.addEventListener("pointerleave", hideTip);
  map.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    const place = event.target.getBoundingClientRect();
    showTip(event.target, place.left + place.width / 2, place.top + 20);
  });
  map.addEventListener("focusout", hideTip);

  // ---- Tables ----

  const text = (title, value, show) => ({ title, value, show, text: true });
  const count = (title, value) => ({ title, value, show: (row) => grouped(value(row)) });
  const gain = (title, value) => ({
    title,
    value,
    show: (row) => element("span", { className: value(row) < 0 ? "bad" : "good" }, signed(value(row))),
  });
  const ratio = (title, sum, total) => ({
    title,
    value: (row) => (total(row) ? sum(row) / total(row) : 0),
    show: (row) => average(sum(row), total(row)),
  });
  const named = (row) => row.block ?? row.name;
  const kind = (title, value) => text(title, value, (row) => element("span", {},
    element("i", { className: "swatch", style: { background: kindColour(named(row)) } }), value(row)));
  const share = (title, value) => ({
    title,
    value,
    show: (row) => element("span", {}, percent(value(row), file.bits),
      element("span", { className: "share" }, element("i", {
        style: {
          width: `${(value(row) * 100) / file.bits}%`,
          background: kindColour(named(row)),
        },
      }))),
  });
  const code = (title, value) => ({
    ...text(title, (row) => value(row) ?? "", (row) => element("code", {}, value(row) ?? "")),
    wrap: true,
  });

  function bins(row) {
    const most = Math.max(...row.widths);
    const bars = row.widths.map((found, width) => element("i", {
      title: `${grouped(found)} need ${width} bit${width === 1 ? "" : "s"}`,
      style: { height: found ? `${Math.max((found / most) * 22, 1)}px` : "0" },
    }));
    const className = row.widths.length > 24 ? "bins narrow" : "bins";
    return element("span", { className }, ...bars);
  }

  const flat = (rows) => file.blocks.flatMap((block) =>
    rows(block).map((row) => ({ block: block.name, ...row })));
  const operands = (block) => block.records.flatMap((record) =>
    record.operands.map((operand) => ({ record: record.name, ...operand })));

  const TABLES = [
    {
      name: "Records",
      about: "Record codes of each kind of block. Index, code and length are the bits that are no operands: "
        + "the abbreviation index, the record code, the number of operands or of the elements of an array.",
      rows: () => flat((block) => block.records),
      sort: 3,
      columns: [
        kind("block", (row) => row.block),
        text("record", (row) => row.name),
        count("count", (row) => row.count),
        count("bits", (row) => row.bits),
        share("share of the file", (row) => row.bits),
        ratio("bits each", (row) => row.bits, (row) => row.count),
        ratio("index", (row) => row.index_bits, (row) => row.count),
        ratio("code", (row) => row.code_bits, (row) => row.count),
        ratio("length", (row) => row.length_bits, (row) => row.count),
        ratio("operands", (row) => row.operand_bits, (row) => row.count),
        {
          title: "abbreviated",
          value: (row) => 1 - row.unabbreviated.count / row.count,
          show: (row) => percent(row.count - row.unabbreviated.count, row.count),
        },
      ],
    },
    {
      name: "Abbreviations",
      about: "Saved: the bits that the records written with it would take more without it. Net: saved, less "
        + "what its definition costs. Names with @ are defined in the abbreviations block, those with % in "
        + "the blocks themselves.",
      rows: () => flat((block) => block.abbreviations),
      sort: 8,
      columns: [
        kind("block", (row) => row.block),
        text("name", (row) => row.name),
        code("definition", (row) => row.definition),
        count("uses", (row) => row.uses),
        count("bits", (row) => row.bits),
        ratio("bits each", (row) => row.bits, (row) => row.uses),
        gain("saved", (row) => row.saved_bits),
        count("definitions cost", (row) => row.definition_bits),
        gain("net", (row) => row.net_gain_bits),
      ],
    },
    {
      name: "Operands",
      about: "Cheapest: the one encoding in which all these numbers together would take the fewest bits. A "
        + "negative figure means that the file does better, with several abbreviations. The bars show how many "
        + "numbers need 0, 1, 2 and so on binary digits.",
      rows: () => flat(operands),
      sort: 4,
      columns: [
        kind("block", (row) => row.block),
        text("record", (row) => row.record),
        text("operand", (row) => row.name),
        count("count", (row) => row.count),
        count("bits", (row) => row.bits),
        ratio("average", (row) => row.bits, (row) => row.count),
        { title: "smallest", value: (row) => row.smallest, show: (row) => number(row.smallest) },
        { title: "largest", value: (row) => row.largest, show: (row) => number(row.largest) },
        {
          title: "values",
          value: (row) => row.distinct,
          show: (row) => (row.distinct_is_exact ? "" : "> ") + grouped(row.distinct),
        },
        { ...code("cheapest", (row) => row.cheapest), wrap: false },
        gain("saves", (row) => row.bits - row.cheapest_bits),
        { ...text("digits", (row) => row.widths.length, bins) },
      ],
    },
    {
      name: "Blocks",
      about: "Kinds of blocks. Bits are those of the blocks without the blocks inside them, unless it says nested.",
      rows: () => file.blocks,
      sort: 2,
      columns: [
        kind("kind", (row) => row.name),
        count("blocks", (row) => row.count),
        count("bits", (row) => row.own_bits),
        share("share of the file", (row) => row.own_bits),
        count("with nested", (row) => row.bits_with_nested),
        ratio("bits each", (row) => row.own_bits, (row) => row.count),
        count("records", (row) => row.record_count),
        ratio("bits per record", (row) => row.own_bits, (row) => row.record_count),
        count("index bits", (row) => row.index_bits),
        count("definitions", (row) => row.definition_bits),
        count("alignment", (row) => row.alignment_bits),
      ],
    },
    {
      name: "Functions",
      about: "The largest function bodies, with the blocks inside them.",
      rows: () => file.functions.largest.map((row) => ({ block: "function", ...row })),
      sort: 2,
      columns: [
        text("function", (row) => row.function ?? row.body,
          (row) => (row.function == null ? `body ${row.body}` : `@f${row.function}`)),
        code("name", (row) => row.name),
        count("bits", (row) => row.bits),
        share("share of the file", (row) => row.bits),
        count("records", (row) => row.records),
        ratio("bits per record", (row) => row.bits, (row) => row.records),
        { title: "at byte", value: (row) => row.bit, show: (row) => grouped(row.bit / 8) },
      ],
    },
  ];

  const PAGE_ROWS = 200;
  let table = TABLES[0];
  let [sorted, ascending, limit] = [table.sort, false, PAGE_ROWS];

  function drawTabs() {
    byId("tabs").replaceChildren(...TABLES.map((other) => {
      const tab = element("button", { type: "button", role: "tab", "aria-selected": String(other === table) },
        other.name);
      tab.onclick = () => {
        table = other;
        [sorted, ascending, limit] = [table.sort, false, PAGE_ROWS];
        byId("filter").value = "";
        drawTabs();
      };
      return tab;
    }));
    byId("about").textContent = table.about;
    drawTable();
  }

  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);

  function drawTable() {
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const column = table.columns[sorted];
    const texts = table.columns.filter((other) => other.text);
    const shownText = (other, row) => {
      const value = other.show?.(row);
      return typeof value === "string" ? value : String(other.value(row));
    };
    const matches = (row) => {
      const line = texts.map((other) => shownText(other, row)).join(" ").toLowerCase();
      return words.every((word) => line.includes(word));
    };
    const rows = table.rows().filter(matches);
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
    const body = rows.slice(0, limit).map((row) => element("tr", {}, ...table.columns.map((other) =>
      element("td", { className: style(other) }, other.show ? other.show(row) : String(other.value(row))))));
    if (!body.length) {
      body.push(element("tr", {}, element("td", { className: "none", colSpan: table.columns.length },
        words.length ? "No row has these words." : "There is nothing to show.")));
    }
    const parts = [element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body))];
    if (rows.length > limit) {
      const more = element("button", { type: "button", className: "more" }, `Show all ${grouped(rows.length)} rows`);
      more.onclick = () => {
        limit = Infinity;
        drawTable();
      };
      parts.push(more);
    }
    byId("table").replaceChildren(...parts);
  }
  byId("filter").addEventListener("input", drawTable);

  // ---- The file as a whole ----

  const PART_NAMES = {
    records: "records",
    definitions: "definitions of abbreviations",
    block_starts: "starts of blocks",
    block_ends: "ends of blocks",
    alignment: "alignment",
    header: "header",
    trailing: "after the module",
    unread: "after the error",
  };

  function drawParts() {
    const parts = Object.keys(PART_NAMES).filter((part) => file.parts[part] > 0);
    const strip = parts.map((part) => element("div", {
      title: `${PART_NAMES[part]}: ${grouped(file.parts[part])} bits, ${percent(file.parts[part], file.bits)}`,
      style: { background: themed(PART_COLOURS[part]), flex: `${file.parts[part]} 0 0` },
    }));
    const legend = parts.map((part) => element("li", {},
      element("i", { style: { background: themed(PART_COLOURS[part]) } }),
      `${PART_NAMES[part]} `,
      element("b", {}, percent(file.parts[part], file.bits)),
      element("span", {}, ` ${grouped(file.parts[part])}`)));
    byId("parts").replaceChildren(
      element("div", { className: "strip" }, ...strip),
      element("ul", { className: "legend" }, ...legend),
    );
  }

  function drawFigures() {
    const unabbreviated = file.blocks.flatMap((block) => block.records)
      .reduce((sum, record) => sum + record.unabbreviated.count, 0);
    const gains = file.blocks.flatMap((block) => block.abbreviations)
      .reduce((sum, row) => sum + row.net_gain_bits, 0);
    const overlong = file.blocks.flatMap((block) => block.records)
      .reduce((sum, record) => sum + record.overlong_bits, 0);
    const figures = [
      [grouped(file.size), file.size === 1 ? "byte" : "bytes"],
      [grouped(file.record_count), "records"],
      [average(file.parts.records, file.record_count), "bits per record"],
      [percent(file.record_count - unabbreviated, file.record_count), "of records abbreviated"],
      [percent(gains, file.bits + gains), "saved by abbreviations"],
      [grouped(file.functions.count), "function bodies"],
    ];
    if (overlong > 0) figures.push([grouped(overlong), "bits of numbers longer than needed"]);
    byId("figures").replaceChildren(...figures.map(([value, name]) =>
      element("div", { className: "figure" }, element("b", {}, value), element("span", {}, name))));
  }

  function drawProblems() {
    byId("problems").replaceChildren(...file.errors.map((error) =>
      element("p", { className: "problem" }, `${error.code} at ${error.position}: ${error.message}`)));
  }

  let file = null;

  function open(next) {
    file = next;
    document.title = `${file.file} \u2013 where the bits go`;
    drawProblems();
    drawFigures();
    drawParts();
    drawMap(tree(file));
    drawTabs();
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
      drawMap(shown);
    });
    dark.addEventListener("change", () => {
      drawParts();
      drawMap(shown);
      drawTable();
    });
  } else {
    document.querySelectorAll("main > section").forEach((section) => (section.hidden = true));
  }
})();
