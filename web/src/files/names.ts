// Names of files in the browser's storage. Original names may contain characters that are special
// for browsers or their systems. These are written as percent signs and numbers.

const UNSAFE = /[\p{Cc}"*/:<>?\\|%]|^\.+$|[. ]$|\.crswap$/gu;

const percent = (text: string): string =>
  Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");

/** Returns the name in the storage for a file with this name. */
export function storedName(name: string): string {
  return name.replace(UNSAFE, percent);
}

/** Returns the original name for a name in the storage. */
export function originalName(stored: string): string {
  return stored.replace(/%([0-9a-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Returns the names in a path. */
export function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

/** Splits a path into its directory and its name there. */
export function splitPath(path: string): [parent: string, name: string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}
