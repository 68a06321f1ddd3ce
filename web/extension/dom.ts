// Elements of the extension's own pages.

/** Returns the element with an ID. Throws if the page has none. */
export function one<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}
