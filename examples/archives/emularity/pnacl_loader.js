// A loader class for Emularity, the loader of the Internet Archive's emulators. It starts a program
// for Native Client with Pinnacle. Include it after Emularity's loader.js. docs/archives.md has the
// commands.

(() => {
  /** The class with the functions that all loaders have. Emularity does not export it. */
  const BaseLoader = Object.getPrototypeOf(DosBoxLoader);

  /** Makes the configuration of a program from its parts: the results of the functions below. */
  function PNaClLoader(...parts) {
    const config = BaseLoader({ files: [], attributes: {} }, ...parts);
    if (config.manifest === undefined && config.mounted === undefined)
      throw new Error("PNaClLoader needs PNaClLoader.manifest or PNaClLoader.mounted");
    config.runner = PNaClRunner;
    return config;
  }

  Object.setPrototypeOf(PNaClLoader, BaseLoader);

  /** Names the manifest by its URL. Pinnacle loads it and the files that it names. */
  PNaClLoader.manifest = (url) => ({ manifest: url });

  /** Names the manifest by its path among the files that Emularity has mounted. The program's files
   * must be mounted too. */
  PNaClLoader.mounted = (path) => ({ mounted: path });

  /** Sets the element's attributes, which the program receives as arguments. */
  PNaClLoader.attributes = (attributes) => ({ attributes });

  /** Returns an address for a mounted file. */
  const addressOf = (fs, path) => URL.createObjectURL(new Blob([fs.readFileSync(path)]));

  /** Returns the address of a copy of a mounted manifest. The copy names mounted files by their
   * addresses. */
  function mountedManifest(config) {
    BrowserFS.initialize(config.fs);
    const fs = BrowserFS.BFSRequire("fs");
    const path = new URL(config.mounted, "file:///").pathname;
    const replace = (key, value) => {
      if (key !== "url" || typeof value !== "string" || /^[a-z]+:/i.test(value)) return value;
      const named = decodeURI(new URL(value, `file://${path}`).pathname);
      return fs.existsSync(named) ? addressOf(fs, named) : value;
    };
    const text = new TextDecoder().decode(fs.readFileSync(decodeURI(path)));
    const manifest = JSON.stringify(JSON.parse(text, replace));
    return URL.createObjectURL(new Blob([manifest], { type: "application/json" }));
  }

  /** Runs a program in place of Emularity's canvas. */
  class PNaClRunner {
    #canvas;
    #config;
    #volume = 1;
    #started = () => {};

    constructor(canvas, config) {
      this.#canvas = canvas;
      this.#config = config;
      /** The element of the program. */
      this.element = document.createElement("embed");
    }

    /** Starts the program. Emularity has given the canvas its size by now. */
    start() {
      const canvas = this.#canvas;
      const { element } = this;
      const config = this.#config;
      for (const name of ["id", "class", "style"])
        if (canvas.hasAttribute(name)) element.setAttribute(name, canvas.getAttribute(name));
      const attributes = Object.entries(config.attributes);
      for (const [name, value] of attributes) element.setAttribute(name, value);
      const size = canvas.style.width === "" ? config.nativeResolution : undefined;
      element.setAttribute("width", size?.width ?? canvas.width);
      element.setAttribute("height", size?.height ?? canvas.height);
      element.setAttribute("type", "application/x-pnacl");
      element.setAttribute("src", config.manifest ?? mountedManifest(config));
      const started = () => {
        this.#setVolume(this.#volume);
        this.#started();
      };
      element.addEventListener("load", started, { once: true });
      // Emularity hides its screen, so that the reason can be read.
      element.addEventListener("error", started, { once: true });
      canvas.replaceWith(element);
    }

    onStarted(act) {
      this.#started = act;
    }

    /** Programs are not reset. */
    onReset() {}

    mute() {
      this.#setVolume(0);
    }

    unmute() {
      this.#setVolume(1);
    }

    #setVolume(volume) {
      this.#volume = volume;
      if (this.element.pinnacle !== undefined) this.element.pinnacle.volume = volume;
    }

    requestFullScreen() {
      this.element.requestFullscreen();
    }
  }

  window.PNaClLoader = PNaClLoader;
})();
