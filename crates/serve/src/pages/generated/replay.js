"use strict";
(() => {
  // serve/replay_addresses.ts
  var ATTRIBUTES = ["src", "href", "action", "formaction", "poster", "data", "background"];
  var PLACE = /^\/\d{14}\/https?:\/\//;
  var Addresses = class {
    #prefix;
    /** The initial base of relative addresses, which is used if the page's address is not in the
     * archive. */
    #first;
    constructor(prefix2) {
      this.#prefix = location.origin + prefix2;
      this.#first = this.#captured(document.URL) ?? "http://archive.invalid/";
    }
    #captured(url) {
      return url.startsWith(this.#prefix) ? url.slice(this.#prefix.length) : void 0;
    }
    /** Returns the address in the archive. Returns the address itself if it already is in the
     * archive, or if it is not a web address. */
    place(address) {
      if (PLACE.test(address.trim())) return address;
      const base = this.#captured(document.baseURI) ?? this.#first;
      let url;
      try {
        url = new URL(address, base);
      } catch {
        return address;
      }
      if (url.protocol !== "http:" && url.protocol !== "https:") return address;
      if (url.origin !== location.origin) return this.#prefix + url.href;
      const rest = url.pathname + url.search + url.hash;
      if (PLACE.test(url.pathname) || url.pathname.startsWith("/.pinnacle/")) return address;
      return this.#prefix + new URL(rest, base).href;
    }
    /** Returns the new text of an attribute. Relative addresses are not changed, since they already
     * lead into the archive. */
    attribute(text) {
      const isRelative = !/^\s*([/\\]|[a-z][a-z0-9+.-]*:)/i.test(text) && !text.includes("..");
      return isRelative ? text : this.place(text);
    }
    /** Rewrites the tags that a script writes into the page. */
    tags(text) {
      const attribute = new RegExp(
        `(\\s(?:${ATTRIBUTES.join("|")})\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s"'>]+)`,
        "gi"
      );
      return text.replace(/<[a-z][^>]*>/gi, (tag) => {
        if (isProgram(/\stype\s*=\s*["']?([^\s"'>]*)/i.exec(tag)?.[1])) return tag;
        return tag.replace(attribute, (_, name, value) => {
          const quote = /^["']/.exec(value)?.[0] ?? "";
          const inner = quote === "" ? value : value.slice(1, -1);
          return `${name}${quote}${this.attribute(inner)}${quote}`;
        });
      });
    }
    /** Rewrites the text of a style. */
    style(text) {
      return text.replace(
        /url\(\s*(["']?)((?:https?:)?\/\/[^"')]*)\1\s*\)/gi,
        (_, quote, url) => {
          return `url(${quote}${this.place(url)}${quote})`;
        }
      );
    }
  };
  var isProgram = (type) => /^application\/x-p?nacl\b/i.test(type ?? "");

  // serve/replay.ts
  function replace(owner, name, make) {
    if (typeof owner[name] === "function") owner[name] = make(owner[name]);
  }
  function lead(addresses) {
    leadRequests(addresses);
    leadElements(addresses);
    leadText(addresses);
    leadNavigation(addresses);
  }
  function leadRequests(addresses) {
    replace(window, "fetch", (native) => (input, init) => {
      if (!(input instanceof Request)) return native(addresses.place(String(input)), init);
      const place = addresses.place(input.url);
      if (place === input.url) return native(input, init);
      const { method, headers, credentials, redirect, signal } = input;
      if (method === "GET" || method === "HEAD") return native(new Request(place, input), init);
      const options = { method, headers, credentials, redirect, signal };
      return input.arrayBuffer().then((body) => native(place, { ...options, body, ...init }));
    });
    replace(
      XMLHttpRequest.prototype,
      "open",
      (native) => function(method, url, ...rest) {
        Reflect.apply(native, this, [method, addresses.place(String(url)), ...rest]);
      }
    );
    replace(
      navigator,
      "sendBeacon",
      (native) => (url, data) => native.call(navigator, addresses.place(String(url)), data)
    );
    const classes = ["Worker", "SharedWorker", "EventSource"];
    for (const name of classes) {
      const native = window[name];
      if (native === void 0) continue;
      const construct = (target, [url, ...rest], made) => Reflect.construct(target, [addresses.place(String(url)), ...rest], made);
      Object.assign(window, { [name]: new Proxy(native, { construct }) });
    }
  }
  var PROPERTIES = [
    ["HTMLImageElement", "src"],
    ["HTMLScriptElement", "src"],
    ["HTMLIFrameElement", "src"],
    ["HTMLFrameElement", "src"],
    ["HTMLMediaElement", "src"],
    ["HTMLSourceElement", "src"],
    ["HTMLTrackElement", "src"],
    ["HTMLInputElement", "src"],
    ["HTMLLinkElement", "href"],
    ["HTMLAnchorElement", "href"],
    ["HTMLAreaElement", "href"],
    ["HTMLFormElement", "action"],
    ["HTMLVideoElement", "poster"]
  ];
  function leadElements(addresses) {
    for (const [type, name] of PROPERTIES) {
      const { prototype } = Reflect.get(window, type) ?? {};
      const native = prototype && Object.getOwnPropertyDescriptor(prototype, name);
      if (prototype === void 0 || native?.set === void 0) continue;
      const { set } = native;
      Object.defineProperty(prototype, name, {
        ...native,
        set(value) {
          set.call(this, addresses.attribute(String(value)));
        }
      });
    }
    replace(
      Element.prototype,
      "setAttribute",
      (native) => function(name, value) {
        const isAddress = ATTRIBUTES.includes(String(name).toLowerCase()) && leads(this);
        native.call(this, name, isAddress ? addresses.attribute(String(value)) : value);
      }
    );
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === "attributes") correct(target, addresses);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const element of [node, ...node.querySelectorAll("*")]) correct(element, addresses);
        }
      }
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: [...ATTRIBUTES, "style"]
    });
  }
  var leads = (element) => !["embed", "object", "param"].includes(element.localName) || !mayBeProgram(element);
  var mayBeProgram = (element) => isProgram(element.getAttribute("type")) || !element.hasAttribute("type");
  function correct(element, addresses) {
    if (!leads(element)) return;
    for (const name of ATTRIBUTES) {
      const written = element.getAttribute(name);
      if (written === null) continue;
      const place = addresses.attribute(written);
      if (place !== written) element.setAttribute(name, place);
    }
    const style = element.getAttribute("style");
    if (style?.includes("//")) {
      const led = addresses.style(style);
      if (led !== style) element.setAttribute("style", led);
    }
  }
  function leadText(addresses) {
    for (const name of ["write", "writeln"]) {
      replace(
        Document.prototype,
        name,
        (native) => function(...texts) {
          native.call(this, addresses.tags(texts.join("")));
        }
      );
    }
  }
  function leadNavigation(addresses) {
    replace(
      window,
      "open",
      (native) => (url, ...rest) => native(url === void 0 || url === "" ? url : addresses.place(String(url)), ...rest)
    );
    window.navigation?.addEventListener("navigate", (event) => {
      const { url, sameDocument } = event.destination;
      if (!event.cancelable || sameDocument || event.formData !== null) return;
      const place = addresses.place(url);
      if (place === url) return;
      event.preventDefault();
      location.href = place;
    });
  }
  var prefix = document.currentScript?.dataset.replay;
  if (prefix !== void 0) lead(new Addresses(prefix));
})();
