// @ts-check
// Standard output and standard error: text, colours and messages.

import { write } from "./files.js";

/** The escape sequences of the native command. */
const ERROR = "\u001b[1m\u001b[31m";
const HINT = "\u001b[1m\u001b[36m";
const END = "\u001b[0m";

export class Screen {
  /** @param {string} [choice] `auto`, `always` or `never`. */
  constructor(choice = "auto") {
    const isWanted = !process.env.NO_COLOR;
    /** @param {NodeJS.WriteStream} stream */
    const decide = (stream) =>
      choice === "always" || (choice === "auto" && isWanted && Boolean(stream.isTTY));
    /** True if standard output is coloured. */
    this.coloured = decide(process.stdout);
    this.colouredMessages = decide(process.stderr);
  }

  /** @param {string | Uint8Array} contents */
  show(contents) {
    return write(process.stdout, contents);
  }

  /**
   * Writes messages in order.
   * @param {[import("./engine.js").MessageKind, string][]} messages
   */
  async messages(messages) {
    for (const [kind, text] of messages) {
      const [start, end] = this.colouredMessages ? [kind === "error" ? ERROR : HINT, END] : ["", ""];
      const word = kind === "note" ? "" : `${start}${kind}:${end} `;
      await write(process.stderr, `${word}${text}\n`);
    }
  }

  /**
   * Writes why a command ends.
   * @param {import("./failure.js").Failure} failure
   */
  async tell({ message, hint }) {
    await this.messages([["error", message]]);
    if (hint !== undefined) await this.messages([["hint", hint]]);
  }
}
