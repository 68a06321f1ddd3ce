// The error of a program that is not started.

/** The reason why a program is not started. Its text becomes the page's `lastError`. */
export class Refusal extends Error {}
