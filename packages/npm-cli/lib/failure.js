// @ts-check
// Why a command ends early.

/** An error that ends a command with status 2: wrong usage, or a file that cannot be read or written. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {string} [hint] What may help.
   */
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/** A command line that cannot be understood. */
export class WrongUsage extends Failure {}
