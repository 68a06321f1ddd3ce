// Identifies this build. The bundler inserts the values. Files of different builds do not work
// together, but updates of a site can easily mix them.

/** Hash of the Rust part. */
declare const CORE_HASH: string;
/** Hash of the whole build. */
declare const BUILD_HASH: string;

export const coreHash = CORE_HASH;
export const buildHash = BUILD_HASH;
/** The version of Pinnacle. */
export const version = "0.1.0";
