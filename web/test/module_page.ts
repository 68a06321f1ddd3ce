// A page that runs a translated program by itself, with as little of a host as a program needs that
// prints text. docs/wasm-abi.md describes what module and host owe each other.

/** How a program ended: its exit status, and the text that it printed. */
export interface Ended {
  status: number;
  printed: string;
}

/** The text of the page. Its function `runModule(url)` runs a module. */
export const modulePage = `<!doctype html><script>
  const PAGE = 65536, ENOSYS = 38;
  class Exit {
    constructor(status) {
      this.status = status;
    }
  }

  async function runModule(url) {
    const module = await WebAssembly.compileStreaming(fetch(url));
    const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536 });
    const bytes = (address, count) => new Uint8Array(memory.buffer, address >>> 0, count >>> 0);
    const store = (address, value) => {
      new DataView(memory.buffer).setUint32(address >>> 0, value, true);
      return 0;
    };
    const text = (address) => {
      const all = new Uint8Array(memory.buffer, address >>> 0);
      return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
    };
    let printed = "";
    let exports;
    const interfaces = new Map();
    const host = {
      exit(status) {
        throw new Exit(status);
      },
      sysconf: (name, result) => store(result, name === 2 ? PAGE : 1),
      write(descriptor, from, count, result) {
        printed += new TextDecoder().decode(bytes(from, count));
        return store(result, count);
      },
      mmap: (address, size) => store(address, memory.grow(Math.ceil((size >>> 0) / PAGE)) * PAGE),
      munmap: () => 0,
      tls_init(pointer) {
        exports.__thread_pointer.value = pointer;
        return 0;
      },
      tls_get: () => exports.__thread_pointer.value,
      nacl_irt_query(name, table, size) {
        const addresses = interfaces.get(text(name)) ?? [];
        if (size >>> 0 < 4 * addresses.length) return 0;
        addresses.forEach((address, slot) => store(table + 4 * slot, address));
        return 4 * addresses.length;
      },
    };

    // An interface is offered only with all its functions, if they do nothing.
    const others = ["clock", "close", "dup", "dup2", "fstat", "getdents", "gettod", "isatty", "mprotect"];
    others.push("nanosleep", "read", "sched_yield", "seek");
    for (const name of others) host[name] = () => ENOSYS;

    const imports = { env: { memory } };
    const functions = WebAssembly.Module.imports(module).filter(({ kind }) => kind === "function");
    for (const { module: from, name } of functions)
      (imports[from] ??= {})[name] = host[name] ?? (() => ENOSYS);
    const incomplete = new Set(functions.filter(({ name }) => !(name in host)).map((it) => it.module));
    ({ exports } = await WebAssembly.instantiate(module, imports));
    // The functions of the host have addresses in the order of the imports.
    const first = exports.__first_host_function.value;
    functions.forEach(({ module: from }, index) => {
      if (!incomplete.has(from)) interfaces.set(from, [...(interfaces.get(from) ?? []), first + index]);
    });
    exports.__initialize_memory();
    // No environment, one argument: its text follows the words.
    const start = exports.__data_end.value;
    const words = [0, 0, 1, start + 40, 0, 0, 32, first, 0, 0];
    words.forEach((word, index) => store(start + 4 * index, word));
    bytes(start + 40, 5).set(new TextEncoder().encode("shop\\0"));
    try {
      exports._start(start);
      return { status: 0, printed };
    } catch (error) {
      if (error instanceof Exit) return { status: error.status, printed };
      throw error;
    }
  }
</script>`;
