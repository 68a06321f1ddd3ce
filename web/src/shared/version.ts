// Which build this is: the bundler puts it here. Files of different builds do not work together, and
// updates of a site mix them easily.

/** Tells versions of the Rust part apart. */
declare const CORE_HASH: string;
/** Tells versions of all of it apart. */
declare const BUILD_HASH: string;

export const coreHash = CORE_HASH;
export const buildHash = BUILD_HASH;
/** The version of Pinnacle. */
export const version = "0.1.0";
