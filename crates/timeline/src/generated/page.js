"use strict";
(() => {
  // timeline/provenance.ts
  var MAX_CALLS = 200;
  function contains([left, top, width, height], x, y) {
    return x >= left && y >= top && x < left + width && y < top + height;
  }
  function coversAll(operation, size) {
    if (operation.kind === "replace") return true;
    return operation.kind === "paint" && operation.target[2] === size[0] && operation.target[3] === size[1];
  }
  function areaOf(operation, size) {
    switch (operation.kind) {
      case "paint":
      case "scroll":
        return operation.target;
      case "replace":
        return [0, 0, size[0], size[1]];
      case "transform":
        return null;
    }
  }
  function callsOf(flushes2, end, surface, at) {
    let [x, y] = at;
    const calls = [];
    for (let flush = end - 1; flush >= 0; flush--) {
      const of = flushes2[flush];
      if (of === void 0 || of.surface !== surface) continue;
      for (let operation = of.operations.length - 1; operation >= 0; operation--) {
        const one = of.operations[operation];
        const area = one && areaOf(one, of.size);
        if (one === void 0 || area === null || area === void 0 || !contains(area, x, y)) continue;
        if (calls.length === MAX_CALLS) return { calls, isCut: true };
        calls.push({ flush, operation, x, y });
        if (coversAll(one, of.size)) return { calls, isCut: false };
        if (one.kind === "scroll") {
          x -= one.by[0];
          y -= one.by[1];
        }
      }
    }
    return { calls, isCut: false };
  }
  async function lastChange(flushes2, end, surface, [x, y], read) {
    for (let flush = end - 1; flush >= 0; flush--) {
      const of = flushes2[flush];
      if (of?.surface !== surface || of.changes === null || !contains(of.changes.part, x, y)) continue;
      const [left, top, width] = of.changes.part;
      const number = (await read(flush))[(y - top) * width + (x - left)] ?? 0;
      if (number !== 0) return { flush, operation: number - 1 };
    }
    return null;
  }
  function callText(operation, surface) {
    const rect = (part) => `{${part.join(", ")}}`;
    switch (operation.kind) {
      case "paint": {
        const { image, source, target } = operation;
        const corner = `{${target[0] - source[0]}, ${target[1] - source[1]}}`;
        return `PaintImageData(${surface}, image ${image}, top left ${corner}, source ${rect(source)})`;
      }
      case "replace":
        return `ReplaceContents(${surface}, image ${operation.image})`;
      case "scroll":
        return `Scroll(${surface}, clip ${rect(operation.clip)}, by {${operation.by.join(", ")}})`;
      case "transform":
        return `SetLayerTransform(${surface})`;
    }
  }

  // timeline/start.ts
  var byId = (id) => document.getElementById(id);
  var timeline = JSON.parse(byId("data").textContent ?? "");
  var slider = byId("slider");
  var play = byId("play");
  var canvas = byId("picture");
  var context = canvas.getContext("2d", { willReadFrequently: true });
  var { frames, flushes } = timeline;
  var current = 0;
  var cursor = null;
  var drawn = null;
  var playing = null;
  function element(name, className, text = "") {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    made.textContent = text;
    return made;
  }
  var seconds = (time) => `${(time / 1e3).toFixed(3)} s`;
  var plural = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
  var decoded = /* @__PURE__ */ new Map();
  function imageOf(picture) {
    const found = decoded.get(picture);
    if (found !== void 0) return found;
    const image = new Image();
    image.src = `data:image/png;base64,${timeline.pictures[picture]}`;
    const ready = image.decode().then(() => image);
    decoded.set(picture, ready);
    const oldest = decoded.keys().next().value;
    if (decoded.size > 40 && oldest !== void 0) decoded.delete(oldest);
    return ready;
  }
  var changes = /* @__PURE__ */ new Map();
  async function readChanges(flush) {
    const found = changes.get(flush);
    if (found !== void 0) return found;
    const of = flushes[flush]?.changes;
    if (of === null || of === void 0) return new Uint8Array();
    const bytes = Uint8Array.from(atob(of.data), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const buffer = await new Response(stream).arrayBuffer();
    const numbers = of.wide ? new Uint16Array(buffer) : new Uint8Array(buffer);
    if (changes.size > 100) changes.clear();
    changes.set(flush, numbers);
    return numbers;
  }
  function drawPicture() {
    if (drawn === null) return;
    const { naturalWidth, naturalHeight } = drawn;
    if (canvas.width !== naturalWidth || canvas.height !== naturalHeight) {
      canvas.width = naturalWidth;
      canvas.height = naturalHeight;
    }
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(drawn, 0, 0);
  }
  function drawCursor() {
    if (cursor === null) return;
    const [x, y] = cursor;
    const arm = Math.max(6, Math.round(canvas.width / 60));
    for (const [color, width] of [
      ["#000", 3],
      ["#fff", 1]
    ]) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1]
      ]) {
        context.moveTo(x + 0.5 + dx * 2, y + 0.5 + dy * 2);
        context.lineTo(x + 0.5 + dx * arm, y + 0.5 + dy * arm);
      }
      context.stroke();
    }
  }
  function markEvents(scroll) {
    const until = frames[current]?.time ?? 0;
    const from = frames[current - 1]?.time ?? -1;
    let first = null;
    timeline.events.forEach(([time], index) => {
      const item = list.children[index];
      const isNear = time > from && time <= until;
      item?.classList.toggle("near", isNear);
      if (isNear) first ??= item ?? null;
    });
    const found = first;
    if (scroll && found !== null) list.scrollTop = found.offsetTop - list.offsetTop - list.clientHeight / 3;
  }
  async function show(frame) {
    current = Math.max(0, Math.min(frames.length - 1, frame));
    const of = frames[current];
    if (of === void 0) return;
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", `frame ${of.number}, ${seconds(of.time)}`);
    byId("moment").textContent = `Frame ${of.number} at ${seconds(of.time)} (${current + 1} of ${frames.length})`;
    markEvents(true);
    const image = await imageOf(of.picture);
    if (frames[current] !== of) return;
    drawn = image;
    drawPicture();
    await explain();
  }
  function onSurface(source, [x, y]) {
    const along = (at, offset) => Math.floor((at + 0.5 - offset) / source.scale);
    return [along(x, source.offset[0]), along(y, source.offset[1])];
  }
  function callItem(call, last, isOrigin) {
    const of = flushes[call.flush];
    const operation = of.operations[call.operation];
    const item = element("li", "");
    if (operation === void 0) return item;
    item.append(element("code", "", callText(operation, of.surface)));
    const notes = [];
    if (operation.kind === "paint") notes.push(`draws {${operation.target.join(", ")}}`);
    if (operation.kind === "scroll") {
      const [dx, dy] = operation.by;
      notes.push(`brought the pixel here from ${call.x - dx}, ${call.y - dy}`);
    }
    if (isOrigin) notes.push("wrote the value that the pixel has");
    if (last !== null && last.flush === call.flush && last.operation === call.operation) {
      item.classList.add("changed");
      notes.push("changed the pixel last");
    }
    if (notes.length > 0) item.append(element("span", "note", notes.join("; ")));
    return item;
  }
  function flushItem(flush) {
    const of = flushes[flush];
    const frame = frames.find((frame2) => frame2.flushes > flush);
    const seen = frame === void 0 ? "not shown" : `shown in frame ${frame.number}`;
    const more = of.more > 0 ? `; ${plural(of.more, "further call")} of it are not listed` : "";
    return element("li", "flush", `Flush(${of.surface}) at ${seconds(of.time)}, ${seen}, executes:${more}`);
  }
  function otherChange(last, calls) {
    if (last === null) return "No call has changed the pixel: it has the value that the surface began with.";
    if (calls.some((call2) => call2.flush === last.flush && call2.operation === last.operation)) return null;
    const of = flushes[last.flush];
    const operation = of.operations[last.operation];
    const call = operation === void 0 ? "a call that is not listed" : callText(operation, of.surface);
    return `The value of this place changed last before these calls, at ${seconds(of.time)}, by ${call}.`;
  }
  async function listCalls(frame, source, at) {
    const pixel = onSurface(source, at);
    const { calls, isCut } = callsOf(flushes, frame.flushes, source.surface, pixel);
    if (calls.length === 0) return [element("li", "", "No call has drawn here. The surface begins empty.")];
    const last = await lastChange(flushes, frame.flushes, source.surface, pixel, readChanges);
    const items = [];
    if (source.scale !== 1)
      items.push(element("li", "", `The picture is scaled: this is pixel ${pixel.join(", ")} of the surface.`));
    const other = otherChange(last, calls);
    if (other !== null) items.push(element("li", other.startsWith("No") ? "" : "changed", other));
    let flush = -1;
    let isOrigin = true;
    for (const call of calls) {
      if (call.flush !== flush) items.push(flushItem(call.flush));
      flush = call.flush;
      const isScroll = flushes[call.flush]?.operations[call.operation]?.kind === "scroll";
      items.push(callItem(call, last, isOrigin && !isScroll));
      if (!isScroll) isOrigin = false;
    }
    if (isCut) items.push(element("li", "", `Only the latest ${calls.length} calls are listed.`));
    return items;
  }
  function listDraws({ draws, more }) {
    const text = "OpenGL drew this frame. The page does not know which of these calls touched the pixel; they are all draw calls of the frame, latest first:";
    const items = [element("li", "", text)];
    if (more > 0) items.push(element("li", "", `${plural(more, "later call")} not listed`));
    let last = "";
    let times = 1;
    for (const draw of [...draws].reverse()) {
      if (draw === last) {
        times += 1;
        const note = items.at(-1)?.querySelector(".note");
        if (note !== null && note !== void 0) note.textContent = `${times} times in a row`;
        continue;
      }
      last = draw;
      times = 1;
      const item = element("li", "");
      item.append(element("code", "", draw), element("span", "note"));
      items.push(item);
    }
    return items;
  }
  var asked = 0;
  async function explain() {
    asked += 1;
    const question = asked;
    const frame = frames[current];
    if (cursor === null || frame === void 0) return;
    cursor = [Math.min(cursor[0], canvas.width - 1), Math.min(cursor[1], canvas.height - 1)];
    const [x, y] = cursor;
    drawPicture();
    const [red, green, blue, alpha] = context.getImageData(x, y, 1, 1).data;
    drawCursor();
    const swatch = element("span", "swatch");
    swatch.style.background = `rgba(${red}, ${green}, ${blue}, ${(alpha ?? 0) / 255})`;
    byId("value").replaceChildren(
      swatch,
      `Pixel ${x}, ${y}: red ${red}, green ${green}, blue ${blue}, alpha ${alpha}`
    );
    const { source } = frame;
    let items;
    if (source === null) items = [element("li", "", "The element shows nothing in this frame.")];
    else if ("draws" in source) items = listDraws(source);
    else items = await listCalls(frame, source, [x, y]);
    if (question === asked) byId("calls").replaceChildren(...items);
  }
  function choose(x, y) {
    const clamp = (at, side) => Math.max(0, Math.min(side - 1, Math.floor(at)));
    cursor = [clamp(x, canvas.width), clamp(y, canvas.height)];
    explain();
  }
  function stop() {
    if (playing !== null) clearTimeout(playing);
    playing = null;
    play.textContent = "Play";
  }
  function step() {
    const [now, next] = [frames[current], frames[current + 1]];
    if (now === void 0 || next === void 0) {
      stop();
      return;
    }
    const wait = Math.min(next.time - now.time, 2e3);
    playing = setTimeout(() => show(current + 1).then(() => playing !== null && step()), wait);
  }
  function toggle() {
    if (playing !== null) {
      stop();
      return;
    }
    if (current === frames.length - 1) show(0);
    play.textContent = "Pause";
    step();
  }
  var list = byId("events");
  function fillEvents() {
    for (const [time, isOutput, text] of timeline.events) {
      const item = element("li", isOutput ? "output" : "");
      const button = element("button", "");
      button.append(element("span", "time", seconds(time)), element("span", "", text));
      button.onclick = () => {
        const next = frames.findIndex((frame) => frame.time >= time);
        stop();
        show(next < 0 ? frames.length - 1 : next);
      };
      item.append(button);
      list.append(item);
    }
    if (timeline.events.length === 0) list.append(element("li", "", "There were none."));
  }
  function fillHeader() {
    document.title = timeline.name;
    byId("title").textContent = timeline.name;
    const ending = timeline.ending === null ? "" : `; the replay ended: ${timeline.ending}`;
    byId("summary").textContent = `${plural(frames.length, "frame")}, ${plural(timeline.pictures.length, "different picture")}${ending}`;
    if (!timeline.isFull) return;
    const [noFrames, noEvents] = timeline.leftOut;
    const leftOut = byId("left-out");
    leftOut.hidden = false;
    leftOut.textContent = `Left out at the end, as the page would be too large: ${plural(noFrames, "frame")}, ${plural(noEvents, "event")}. pinnacle record show --max-size shows more.`;
  }
  slider.oninput = () => {
    stop();
    show(Number(slider.value));
  };
  play.onclick = toggle;
  canvas.onclick = (event) => {
    const box = canvas.getBoundingClientRect();
    const along = (at, side, pixels) => (at - 1) / (side - 2) * pixels;
    choose(
      along(event.clientX - box.left, box.width, canvas.width),
      along(event.clientY - box.top, box.height, canvas.height)
    );
  };
  canvas.onkeydown = (event) => {
    const ways = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1]
    };
    const way = ways[event.key];
    if (way === void 0) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    const [x, y] = cursor ?? [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
    choose(x + way[0] * by, y + way[1] * by);
  };
  slider.max = String(Math.max(0, frames.length - 1));
  fillHeader();
  fillEvents();
  if (frames.length > 0) show(0);
  else byId("moment").textContent = "There are no frames.";
})();
