// Finds the addresses that scripts of a captured page use in the archive: `/MOMENT/URL` on this
// server.

/** The attributes with an address to load or to navigate to. */
export const ATTRIBUTES = ["src", "href", "action", "formaction", "poster", "data", "background"];

/** Matches an address in the archive, at any moment. */
const PLACE = /^\/\d{14}\/https?:\/\//;

/** Rewrites addresses for a page with a prefix such as `/20130101000000/`. */
export class Addresses {
  readonly #prefix: string;
  /** The initial base of relative addresses, which is used if the page's address is not in the
   * archive. */
  readonly #first: string;

  constructor(prefix: string) {
    this.#prefix = location.origin + prefix;
    this.#first = this.#captured(document.URL) ?? "http://archive.invalid/";
  }

  #captured(url: string): string | undefined {
    return url.startsWith(this.#prefix) ? url.slice(this.#prefix.length) : undefined;
  }

  /** Returns the address in the archive. Returns the address itself if it already is in the
   * archive, or if it is not a web address. */
  place(address: string): string {
    // The server has rewritten this address.
    if (PLACE.test(address.trim())) return address;
    const base = this.#captured(document.baseURI) ?? this.#first;
    let url: URL;
    try {
      url = new URL(address, base);
    } catch {
      return address;
    }
    if (url.protocol !== "http:" && url.protocol !== "https:") return address;
    if (url.origin !== location.origin) return this.#prefix + url.href;
    // The page has used the name of this server as its own.
    const rest = url.pathname + url.search + url.hash;
    if (PLACE.test(url.pathname) || url.pathname.startsWith("/.pinnacle/")) return address;
    return this.#prefix + new URL(rest, base).href;
  }

  /** Returns the new text of an attribute. Relative addresses are not changed, since they already
   * lead into the archive. */
  attribute(text: string): string {
    const isRelative = !/^\s*([/\\]|[a-z][a-z0-9+.-]*:)/i.test(text) && !text.includes("..");
    return isRelative ? text : this.place(text);
  }

  /** Rewrites the tags that a script writes into the page. */
  tags(text: string): string {
    const attribute = new RegExp(
      `(\\s(?:${ATTRIBUTES.join("|")})\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'>]+)`,
      "gi",
    );
    return text.replace(/<[a-z][^>]*>/gi, (tag) => {
      if (isProgram(/\stype\s*=\s*["']?([^\s"'>]*)/i.exec(tag)?.[1])) return tag;
      return tag.replace(attribute, (_, name: string, value: string) => {
        const quote = /^["']/.exec(value)?.[0] ?? "";
        const inner = quote === "" ? value : value.slice(1, -1);
        return `${name}${quote}${this.attribute(inner)}${quote}`;
      });
    });
  }

  /** Rewrites the text of a style. */
  style(text: string): string {
    return text.replace(
      /url\(\s*(["']?)((?:https?:)?\/\/[^"')]*)\1\s*\)/gi,
      (_, quote: string, url: string) => {
        return `url(${quote}${this.place(url)}${quote})`;
      },
    );
  }
}

/** Returns true for the type of a program's element. Pinnacle's script finds its files itself. */
export const isProgram = (type: string | null | undefined): boolean =>
  /^application\/x-p?nacl\b/i.test(type ?? "");
