// Recognises key frames, at which decoding can start, by their first bits.

/** Returns true for a key frame of VP8. The lowest bit is set in all other frames. */
export function isVp8Key(bytes: Uint8Array): boolean {
  return bytes.length > 0 && ((bytes[0] ?? 0) & 1) === 0;
}

/** Returns true for a key frame of VP9. Two bits follow the marker and the profile: one means that
 * an earlier frame is shown again, the other that the frame depends on earlier frames. Both are 0
 * in a key frame. */
export function isVp9Key(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  if (first >> 6 !== 2) return false;
  const profile = ((first >> 5) & 1) | ((first >> 3) & 2);
  // Profile 3 has one more bit.
  const at = profile === 3 ? 2 : 3;
  const showsAgain = (first >> at) & 1;
  const depends = (first >> (at - 1)) & 1;
  return showsAgain === 0 && depends === 0;
}
