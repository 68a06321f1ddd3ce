// Why a program is not started.

/** The reason why a program is not started; the text is the page's `lastError`. */
export class Refusal extends Error {}
