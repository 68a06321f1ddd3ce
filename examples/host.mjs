// Runs a translated program under Node, with as little as a program needs: its
// arguments, standard input and output, memory, time and random numbers.
//
//   pinnacle translate examples/hello.pnasm -o hello.wasm
//   node examples/host.mjs hello.wasm [ARGUMENTS]...
//
// With a source map beside the module, a trap names the instructions of the program:
//
//   pinnacle translate --source-map hello.map.json examples/hello.pnasm -o hello.wasm
//
// docs/wasm-abi.md says what module and host owe each other. Threads are left
// out here: they take a worker each. Needs Node 20 or newer; modules with the
// exceptions of C++ need Node 22.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readSync, writeSync } from "node:fs";

const PAGE = 65536;

const OLDEST_NODE = 20;
// V8 has `try_table` from here on, first by a flag.
const OLDEST_NODE_WITH_EXCEPTIONS = 22;
const NODE = Number.parseInt(process.versions.node, 10);

// V8 compiles functions twice, and takes up the better code when they are called again: a
// loop in `main` never gets there. Modules of so many bytes are soon compiled well at once.
const SMALL_MODULE = 400_000;
const BEST_CODE = "--no-liftoff";
const EXCEPTIONS = "--experimental-wasm-exnref";

const EBADF = 9, ENOMEM = 12, EFAULT = 14, EINVAL = 22, ESPIPE = 29, EPIPE = 32, ENOSYS = 38;

// Thrown by `exit`. No code of the program catches it.
class Exit {
  constructor(status) {
    this.status = status;
  }
}

// The host that a program runs in. `memory` is the program's.
class Host {
  constructor(memory) {
    this.memory = memory;
    this.started = process.hrtime.bigint();
    this.opened = new Set([0, 1, 2]);
    this.isFree = new Map(); // of each page that the program had
    this.missing = new Set(); // interfaces that it asked for in vain
  }

  // Growing the memory detaches the buffer, so views are made anew.
  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(address, count) {
    return new Uint8Array(this.memory.buffer, address >>> 0, count >>> 0);
  }

  string(address) {
    const all = new Uint8Array(this.memory.buffer);
    address >>>= 0;
    return new TextDecoder().decode(all.slice(address, all.indexOf(0, address)));
  }

  store(address, value) {
    this.view.setUint32(address >>> 0, Number(value), true);
    return 0;
  }

  // Seconds, then nanoseconds or microseconds.
  storeTime(address, seconds, rest) {
    this.view.setBigInt64(address >>> 0, BigInt(seconds), true);
    return this.store(address + 8, rest);
  }

  // nacl-irt-basic-0.1

  exit(status) {
    throw new Exit(status & 0xff);
  }

  gettod(time) {
    const now = Date.now();
    return this.storeTime(time, Math.floor(now / 1000), (now % 1000) * 1000);
  }

  clock(ticks) {
    const { user, system } = process.cpuUsage();
    return this.store(ticks, (user + system) | 0);
  }

  nanosleep(wanted) {
    const seconds = this.view.getBigInt64(wanted >>> 0, true);
    const nanoseconds = this.view.getInt32((wanted >>> 0) + 8, true);
    const never = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(never, 0, 0, Number(seconds) * 1e3 + nanoseconds / 1e6);
    return 0;
  }

  sched_yield() {
    return 0;
  }

  sysconf(name, result) {
    if (name === 1) return this.store(result, 1); // processors
    if (name === 2) return this.store(result, PAGE);
    return EINVAL;
  }

  // nacl-irt-fdio-0.1: only the three standard streams

  close(descriptor) {
    return this.opened.delete(descriptor) ? 0 : EBADF;
  }

  dup() {
    return ENOSYS;
  }

  dup2() {
    return ENOSYS;
  }

  read(descriptor, buffer, count, result) {
    if (descriptor !== 0 || !this.opened.has(0)) return EBADF;
    const target = this.bytes(buffer, count);
    for (;;) {
      try {
        return this.store(result, readSync(0, target));
      } catch (error) {
        if (error.code === "EOF") return this.store(result, 0);
        if (error.code !== "EAGAIN") throw error;
      }
    }
  }

  write(descriptor, buffer, count, result) {
    if (descriptor === 0 || !this.opened.has(descriptor)) return EBADF;
    const source = this.bytes(buffer, count);
    let written = 0;
    while (written < source.length) {
      try {
        written += writeSync(descriptor, source, written);
      } catch (error) {
        if (error.code === "EPIPE") return EPIPE;
        if (error.code !== "EAGAIN") throw error;
      }
    }
    return this.store(result, written);
  }

  seek(descriptor) {
    return this.opened.has(descriptor) ? ESPIPE : EBADF;
  }

  // A pipe that everybody may use.
  fstat(descriptor, status) {
    if (!this.opened.has(descriptor)) return EBADF;
    this.bytes(status, 104).fill(0);
    this.store(status + 16, 0o010666);
    this.store(status + 20, 1);
    return this.store(status + 48, 4096);
  }

  getdents() {
    return EBADF;
  }

  isatty(descriptor, result) {
    return this.opened.has(descriptor) ? this.store(result, 0) : EBADF;
  }

  // nacl-irt-memory-0.3: whole pages, which are used again once they are free.
  // Protection is what WebAssembly does not have.

  mmap(address, length, _protection, flags) {
    const ANONYMOUS = 0x20, FIXED = 0x10;
    length >>>= 0;
    if (length === 0 || flags & FIXED) return EINVAL;
    if (!(flags & ANONYMOUS)) return ENOSYS;
    const count = Math.ceil(length / PAGE);
    const first = this.freeRun(count) ?? this.grow(count);
    if (first === undefined) return ENOMEM;
    for (let page = first; page < first + count; page++) this.isFree.set(page, false);
    this.bytes(first * PAGE, count * PAGE).fill(0);
    return this.store(address, first * PAGE);
  }

  // The first of so many free pages in a row.
  freeRun(count) {
    let run = 0;
    for (const [page, free] of this.isFree) {
      run = free ? run + 1 : 0;
      if (run === count) return page - count + 1;
    }
    return undefined;
  }

  grow(count) {
    try {
      return this.memory.grow(count);
    } catch {
      return undefined;
    }
  }

  munmap(address, length) {
    address >>>= 0;
    length >>>= 0;
    if (address % PAGE !== 0 || length === 0) return EINVAL;
    const end = Math.ceil((address + length) / PAGE);
    for (let page = address / PAGE; page < end; page++) {
      if (this.isFree.has(page)) this.isFree.set(page, true);
    }
    return 0;
  }

  mprotect() {
    return 0;
  }

  // nacl-irt-tls-0.1: the thread pointer is a global of the module

  tls_init(pointer) {
    this.exports.__thread_pointer.value = pointer;
    return 0;
  }

  tls_get() {
    return this.exports.__thread_pointer.value;
  }

  // nacl-irt-random-0.1

  get_random_bytes(buffer, count, result) {
    const MOST = 65536; // that the function fills at a time
    for (let at = 0; at < count; at += MOST) {
      crypto.getRandomValues(this.bytes(buffer + at, Math.min(MOST, count - at)));
    }
    return this.store(result, count);
  }

  // nacl-irt-clock_get-0.1

  clock_getres(clock, time) {
    if (clock >>> 0 > 3) return EINVAL;
    return time === 0 ? 0 : this.storeTime(time, 0, 1000);
  }

  clock_gettime(clock, time) {
    if (clock >>> 0 > 3) return EINVAL;
    if (clock === 0) {
      const now = Date.now();
      return this.storeTime(time, Math.floor(now / 1000), (now % 1000) * 1e6);
    }
    const now = process.hrtime.bigint() - this.started;
    return this.storeTime(time, now / 1_000_000_000n, now % 1_000_000_000n);
  }

  // Answers the program's question for an interface: writes the addresses of its
  // functions, and returns their size in bytes, or 0.
  query(name, table, size) {
    const wanted = this.string(name);
    const addresses = this.interfaces.get(wanted);
    if (addresses === undefined) this.missing.add(wanted);
    if (addresses === undefined || size >>> 0 < 4 * addresses.length) return 0;
    addresses.forEach((address, slot) => this.store(table + 4 * slot, address));
    return 4 * addresses.length;
  }
}

// The limits of the memory that a module imports. JavaScript does not tell, so
// this looks into the module: sections of a number, a length and contents.
function memoryLimits(module) {
  let at = 8;
  const number = () => {
    let value = 0, shift = 0, byte;
    do {
      byte = module[at++];
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return value;
  };
  const IMPORTS = 2, FUNCTION = 0, MEMORY = 2;
  while (at < module.length) {
    const section = module[at++];
    const length = number();
    if (section !== IMPORTS) {
      at += length;
      continue;
    }
    for (let count = number(); count > 0; count--) {
      for (const _ of ["module", "name"]) {
        const bytes = number();
        at += bytes;
      }
      const kind = module[at++];
      if (kind === FUNCTION) {
        number();
      } else if (kind === MEMORY) {
        const flags = number();
        const initial = number();
        return { initial, maximum: number(), shared: (flags & 2) !== 0 };
      } else {
        break;
      }
    }
    break;
  }
  throw new Error("the module imports no memory");
}

// The block of words that `_start` is given: zero, the numbers of environment
// strings and arguments, the arguments, the environment, and the address of the
// query function.
function writeStartBlock(host, address, words, query) {
  const table = [0, 0, words.length];
  let next = address + 4 * (3 + words.length + 1 + 1 + 4);
  for (const word of words) {
    const text = new TextEncoder().encode(word);
    table.push(next);
    host.bytes(next, text.length).set(text);
    next += text.length + 1;
  }
  table.push(0, 0, 32, query, 0, 0);
  table.forEach((word, index) => host.store(address + 4 * index, word));
}

// What a start block of these arguments takes, generously.
function startBlockSize(words) {
  return words.reduce((sum, word) => sum + 4 + 3 * word.length + 1, 64);
}

// Runs a function of the host. Where it is given an address outside of the memory, the
// answer is an error.
function guarded(answer, call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof RangeError && !isStackOverflow(error)) return answer;
    throw error;
  }
}

function isStackOverflow(error) {
  return error instanceof RangeError && error.message.includes("call stack");
}

// Why the program was stopped; nothing if it was not by a fault of its own.
function reason(error) {
  if (error instanceof WebAssembly.RuntimeError) return error.message;
  if (error instanceof WebAssembly.Exception) return "longjmp without its setjmp";
  if (isStackOverflow(error)) return "the host's stack is used up";
  return undefined;
}

// The instructions of the program at which an error has its frames, innermost first, a line for
// each. The source map lies beside the module: hello.map.json for hello.wasm. Without it, or
// with one of another module, there are none.
function instructions(error, path, size) {
  const mapPath = path.replace(/(\.wasm)?$/, ".map.json");
  if (!existsSync(mapPath)) return [];
  const map = JSON.parse(readFileSync(mapPath, "utf8"));
  if (map.format !== "pinnacle-source-map" || map.module.size !== size) return [];
  const frames = (error.stack ?? "").matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g);
  const lines = [];
  for (const [, digits] of frames) {
    const offset = Number.parseInt(digits, 16);
    const found = map.functions.find(({ start, end }) => start <= offset && offset < end);
    const entry = found?.code.findLast(([from]) => from <= offset);
    if (entry === undefined) continue;
    const [, block, inst, position] = entry;
    const name = found.name === null ? "" : ` ${JSON.stringify(found.name)}`;
    const at = `${Math.floor(position / 8)}:${position % 8}`;
    const how = lines.length === 0 ? "in" : "by";
    lines.push(`  ${how} @f${found.function}${name} %b${block} at ${at}, instruction ${inst}`);
  }
  return lines;
}

// The flags of V8 that a module needs and this process was started without. They have to be
// there when V8 starts: newer releases of Node end the process where one is set later.
function missingFlags(bytes) {
  const needed = bytes.length <= SMALL_MODULE ? [BEST_CODE] : [];
  const hasExceptions = NODE >= OLDEST_NODE_WITH_EXCEPTIONS;
  if (hasExceptions && !WebAssembly.validate(bytes)) needed.push(EXCEPTIONS);
  return needed.filter((flag) => !process.execArgv.includes(flag));
}

// Runs this script once more, with flags; gives its exit status.
function runWithFlags(flags) {
  const command = [...process.execArgv, ...flags, ...process.argv.slice(1)];
  const { status, signal, error } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (error) throw error;
  if (signal) process.kill(process.pid, signal);
  return status ?? 1;
}

// Compiles a module, or says what this Node lacks.
async function compile(path, bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    console.error(`error: Node ${process.versions.node} cannot compile ${path}: ${error.message}`);
    if (NODE < OLDEST_NODE_WITH_EXCEPTIONS) {
      console.error(`hint: a module with exceptions needs Node ${OLDEST_NODE_WITH_EXCEPTIONS} or newer`);
    }
    return undefined;
  }
}

async function run(path, words) {
  const bytes = readFileSync(path);
  const flags = missingFlags(bytes);
  if (flags.length > 0) return runWithFlags(flags);
  const module = await compile(path, bytes);
  if (module === undefined) return 2;
  const limits = memoryLimits(bytes);
  limits.initial += Math.ceil(startBlockSize(words) / PAGE);
  const memory = new WebAssembly.Memory(limits);
  const host = new Host(memory);

  const imports = { env: { memory } };
  const functions = WebAssembly.Module.imports(module).filter(({ kind }) => kind === "function");
  for (const { module: from, name } of functions) {
    imports[from] ??= {};
    imports[from][name] = name === "nacl_irt_query"
      ? (...parameters) => guarded(0, () => host.query(...parameters))
      : (...parameters) => guarded(EFAULT, () => host[name]?.(...parameters) ?? ENOSYS);
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  host.exports = exports;

  // The functions of the host have addresses in the order of the imports. An
  // interface is offered if all its functions are there.
  const first = exports.__first_host_function.value;
  host.interfaces = new Map();
  const incomplete = new Set();
  functions.forEach(({ module: from, name }, index) => {
    host.interfaces.set(from, [...(host.interfaces.get(from) ?? []), first + index]);
    if (!host[name]) incomplete.add(from);
  });
  incomplete.forEach((from) => host.interfaces.delete(from));

  exports.__initialize_memory();
  const block = exports.__data_end.value;
  writeStartBlock(host, block, words, first);
  try {
    exports._start(block);
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.status;
    const what = reason(error);
    if (what === undefined) throw error;
    const lines = instructions(error, path, bytes.length);
    console.error(`trap: ${what}\n${lines.length > 0 ? lines.join("\n") : (error.stack ?? "")}`);
    if (host.missing.size > 0) {
      const names = [...host.missing].join(", ");
      console.error(`hint: the program asked for what this host does not have: ${names}`);
    }
    return 134;
  }
}

const [path, ...words] = process.argv.slice(2);
if (path === undefined) {
  console.error("usage: node host.mjs FILE.wasm [ARGUMENTS]...");
  process.exitCode = 2;
} else if (NODE < OLDEST_NODE) {
  console.error(`error: this needs Node ${OLDEST_NODE} or newer, found ${process.versions.node}`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(path, [path, ...words]);
}
