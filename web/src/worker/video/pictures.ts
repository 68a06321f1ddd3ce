// Decoded frames as they go into textures: as they are, or as pixels.
//
// Frames that a processor has decoded lie in memory, and are made pixels there, which is a matter of
// a millisecond. Those of hardware lie where textures do.

/** A frame, which holds memory of the browser until it is closed, or what was one. */
export type Picture = VideoFrame | Pixels;

/** Red, green, blue, alpha, a byte each. */
export type Pixels = { bytes: Uint8Array; width: number; height: number };

const IN_MEMORY = ["I420", "I420A", "I422", "I444"];

/** Returns true if a frame is in memory. */
export function liesInMemory({ format, visibleRect }: VideoFrame): boolean {
  return visibleRect !== null && format !== null && IN_MEMORY.includes(format);
}

/** The pixels of a frame that lies in memory, which is closed; the frame itself in browsers that turn
 * no colours into others. */
export async function pixelsOf(frame: VideoFrame): Promise<Picture> {
  const { width = 0, height = 0 } = frame.visibleRect ?? {};
  const bytes = new Uint8Array(4 * width * height);
  try {
    await frame.copyTo(bytes, { format: "RGBA" });
  } catch {
    return frame;
  }
  frame.close();
  return { bytes, width, height };
}

/** The width and the height of what a texture gets. */
export function sizeOf(picture: Picture): [width: number, height: number] {
  return isFrame(picture) ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
}

export function isFrame(picture: Picture): picture is VideoFrame {
  return picture instanceof VideoFrame;
}

/** It is needed no more. */
export function close(picture: Picture) {
  if (isFrame(picture)) picture.close();
}
