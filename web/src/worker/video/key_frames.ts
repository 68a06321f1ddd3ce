// Whether decoding can begin with a frame, by its first bits.

/** A frame of VP8: the first bit says that it is none. */
export function isVp8Key(bytes: Uint8Array): boolean {
  return bytes.length > 0 && ((bytes[0] ?? 0) & 1) === 0;
}

/** A frame of VP9: after its mark and its profile it neither shows an earlier one again nor depends
 * on one. */
export function isVp9Key(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  if (first >> 6 !== 2) return false;
  const profile = ((first >> 5) & 1) | ((first >> 3) & 2);
  // Profile 3 has a bit more.
  const at = profile === 3 ? 2 : 3;
  const showsAgain = (first >> at) & 1;
  const depends = (first >> (at - 1)) & 1;
  return showsAgain === 0 && depends === 0;
}
