// Addresses of a captured page, as its scripts write them, and their places in the archive:
// `/MOMENT/URL` on this server.

/** The attributes that name something to load or to go to. */
export const ATTRIBUTES = ["src", "href", "action", "formaction", "poster", "data", "background"];

/** A place in the archive, of any moment. */
const PLACE = /^\/\d{14}\/https?:\/\//;

/** Finds the places of addresses for a page with a prefix such as `/20130101000000/`. */
export class Addresses {
  readonly #prefix: string;
  /** The base of relative addresses, as long as the page has not given itself another address. */
  readonly #first: string;

  constructor(prefix: string) {
    this.#prefix = location.origin + prefix;
    this.#first = this.#captured(document.URL) ?? "http://archive.invalid/";
  }

  #captured(url: string): string | undefined {
    return url.startsWith(this.#prefix) ? url.slice(this.#prefix.length) : undefined;
  }

  /** The place of an address; the address itself if it is not of the web, or is in the archive. */
  place(address: string): string {
    // The server wrote it.
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
    // The page took the name of this server for that of its own.
    const rest = url.pathname + url.search + url.hash;
    if (PLACE.test(url.pathname) || url.pathname.startsWith("/.pinnacle/")) return address;
    return this.#prefix + new URL(rest, base).href;
  }

  /** The new text of an attribute; the same text if it leads into the archive as it is. */
  attribute(text: string): string {
    const isRelative = !/^\s*([/\\]|[a-z][a-z0-9+.-]*:)/i.test(text) && !text.includes("..");
    return isRelative ? text : this.place(text);
  }

  /** The new text of tags that a script writes into the page. */
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

  /** The new text of a style. */
  style(text: string): string {
    return text.replace(
      /url\(\s*(["']?)((?:https?:)?\/\/[^"')]*)\1\s*\)/gi,
      (_, quote: string, url: string) => {
        return `url(${quote}${this.place(url)}${quote})`;
      },
    );
  }
}

/** Returns true if a type is that of elements of programs: their script finds the files itself. */
export const isProgram = (type: string | null | undefined): boolean =>
  /^application\/x-p?nacl\b/i.test(type ?? "");
