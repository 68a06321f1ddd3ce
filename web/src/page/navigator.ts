// What `navigator` says of programs: the entries of a Chrome that can run them. Its own lists stay
// what they are, with their length; they are asked by name.

const PLUGIN = "Native Client";

const TYPES = [
  ["application/x-pnacl", "Portable Native Client Executable"],
  ["application/x-nacl", "Native Client Executable"],
] as const;

/** Has `navigator` know the types. */
export function announce(): void {
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

/** An object of the browser's class; its properties are its own, since the native ones refuse it. */
function make<T extends object>(prototype: T, properties: Record<string, unknown>): T {
  const made = Object.create(prototype) as T;
  define(made, properties);
  return made;
}

function define(target: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, configurable: true });
  }
}
