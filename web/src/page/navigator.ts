// Adds the plug-in entries of a Chrome that can run programs to `navigator`. The browser's lists
// remain the same objects. They contain our entries by name, and after `enlist` also by index.

const PLUGIN = "Native Client";

const TYPES = [
  ["application/x-pnacl", "Portable Native Client Executable"],
  ["application/x-nacl", "Native Client Executable"],
] as const;

/** Adds the types and the plug-in to `navigator`. */
export function announce(): void {
  // Another copy of the script has already added them.
  if (navigator.plugins.namedItem(PLUGIN) !== null) return;
  const types: Record<string, MimeType> = {};
  const plugin: Plugin = make(Plugin.prototype, {
    name: PLUGIN,
    filename: "internal-nacl-plugin",
    description: "",
    length: TYPES.length,
    item: (index: number) => plugin[index] ?? null,
    namedItem: (name: string) => types[name] ?? null,
  });
  TYPES.forEach(([type, description], index) => {
    const entry: MimeType = make(MimeType.prototype, {
      type,
      description,
      suffixes: "",
      enabledPlugin: plugin,
    });
    types[type] = entry;
    define(plugin, { [index]: entry, [type]: entry });
  });
  const { mimeTypes, plugins } = navigator;
  const [nativeType, nativePlugin] = [mimeTypes.namedItem, plugins.namedItem];
  define(mimeTypes, {
    ...types,
    namedItem: (name: string) => types[name] ?? nativeType.call(mimeTypes, name),
  });
  define(plugins, {
    [PLUGIN]: plugin,
    namedItem: (name: string) => (`${name}` === PLUGIN ? plugin : nativePlugin.call(plugins, name)),
  });
}

/** Creates an object of a browser's class with own properties, because the native getters reject
 * such an object. */
function make<T extends object>(prototype: T, properties: Record<string, unknown>): T {
  const made = Object.create(prototype) as T;
  define(made, properties);
  return made;
}

/** Appends our entries to the lists of `navigator`, so that loops over the lists find them. */
export function enlist(): void {
  const { mimeTypes, plugins } = navigator;
  const plugin = plugins.namedItem(PLUGIN);
  if (plugin === null || plugins.item(plugins.length - 1) === plugin) return;
  lengthen(plugins, [plugin]);
  lengthen(mimeTypes, Array.from(plugin));
}

/** Appends entries to a list of the browser. Own indices cannot be added to the list, so they are
 * added to its prototype. */
function lengthen<T>(list: { length: number; item(index: number): T | null }, entries: T[]): void {
  const { length } = list;
  const native = list.item;
  const added = Object.fromEntries(entries.map((entry, at) => [length + at, entry]));
  for (const [index, value] of Object.entries(added))
    Object.defineProperty(Object.getPrototypeOf(list), index, {
      value,
      configurable: true,
      enumerable: true,
    });
  define(list, {
    length: length + entries.length,
    // Browsers convert the index modulo 2^32.
    item: (index: number) => added[index >>> 0] ?? native.call(list, index),
  });
}

function define(target: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, configurable: true });
  }
}
