// @ts-check
// The errors that end a command early.

/** An error that ends a command with status 2: wrong usage, or a file that cannot be read or written. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {string} [hint] Advice for correcting the error.
   */
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/** An invalid command line. */
export class WrongUsage extends Failure {}
