// Decoded frames for textures, as frames of the browser or as pixels.
//
// Frames that the processor has decoded are in memory, and are converted to pixels there, which
// takes about a millisecond. Frames from a hardware decoder are in GPU memory, like textures.

/** A frame, which uses memory of the browser until it is closed, or the pixels of a frame. */
export type Picture = VideoFrame | Pixels;

/** Pixels with one byte each for red, green, blue and alpha. */
export type Pixels = { bytes: Uint8Array; width: number; height: number };

const IN_MEMORY = ["I420", "I420A", "I422", "I444"];

/** Returns true if a frame is in memory. */
export function liesInMemory({ format, visibleRect }: VideoFrame): boolean {
  return visibleRect !== null && format !== null && IN_MEMORY.includes(format);
}

/** Returns the pixels of a frame in memory and closes the frame. Returns the frame itself if the
 * browser cannot convert it to RGBA. */
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

/** Returns the width and the height of the texture for a picture. */
export function sizeOf(picture: Picture): [width: number, height: number] {
  return isFrame(picture) ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
}

export function isFrame(picture: Picture): picture is VideoFrame {
  return picture instanceof VideoFrame;
}

/** Releases a picture that is no longer needed. */
export function close(picture: Picture) {
  if (isFrame(picture)) picture.close();
}
