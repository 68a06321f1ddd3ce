// Finds elements by their IDs, and makes elements with content. Text is never parsed as markup.

/** Returns an element of the page. Throws if the page has none. */
export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

/** Makes an element. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export const grouped = (number: number): string => number.toLocaleString("en-US");

/** Number of elements that are styled in a few milliseconds. */
const SLICE = 400;

/** Appends many elements in as many tasks as needed, until it is cancelled. */
export async function appendInSlices<T>(
  parent: HTMLElement,
  items: readonly T[],
  element: (item: T) => Node,
  isWanted: () => boolean,
): Promise<void> {
  for (let at = 0; at < items.length && isWanted(); at += SLICE) {
    parent.append(...items.slice(at, at + SLICE).map(element));
    // The browser can lay out these elements before the next ones are added.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
