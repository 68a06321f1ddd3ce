// What page and worker say to each other. Each kind is a task of its own, in order.

/** Left, top, width, height; the same of what can be seen; fullscreen; page visible; device
 * scale; CSS scale; how far the page is scrolled to the right and down. */
export type View = number[];

/** What a program is started with. */
export type Start = {
  kind: "start";
  /** The manifest as the element has it. */
  source: string;
  documentUrl: string;
  /** Where the WebAssembly of the host lies. */
  core: string;
  /** The element's attributes: names and values in turns. */
  attributes: string[];
  view: View;
  screen: [number, number];
  /** The type that the element has, in lower case. */
  type: string;
  canvas: OffscreenCanvas | undefined;
};

export type ToWorker =
  | Start
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "view"; view: View }
  | { kind: "focus"; has: boolean };

export type ToPage =
  /** The worker is there: sent once, before anything else. */
  | { kind: "ready" }
  /** The manifest was accepted. */
  | { kind: "accepted" }
  /** So much of the program is translated; a total of -1 is not known. */
  | { kind: "progress"; url: string; loaded: number; total: number }
  | { kind: "load"; url: string; total: number }
  | { kind: "message"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "log"; level: number; text: string }
  /** It cannot be started. */
  | { kind: "error"; text: string }
  | { kind: "abort" }
  /** It has ended; a status of -1 is that of a fault. `text` is why, for the console. */
  | { kind: "end"; status: number; text: string }
  | { kind: "cursor"; css: string };
