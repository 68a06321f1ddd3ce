// Media stream tracks in messages. The worker receives the pictures of a track as a stream.

/** A track in a message, with its number in the message. */
export type SentTrack = { number: number; track: MediaStreamTrack };

/** An API of some browsers that provides the frames of a track as they arrive. */
type Processor = new (settings: {
  track: MediaStreamTrack;
}) => {
  readonly readable: ReadableStream<VideoFrame>;
};

let last = 0;

/** Returns true if a value is a track. Its class may be that of another frame of the page. */
export function isTrack(value: object): value is MediaStreamTrack {
  const name = Object.prototype.toString.call(value);
  return name === "[object MediaStreamTrack]" || name === "[object CanvasCaptureMediaStreamTrack]";
}

/** Returns a number that no track of this page has had. */
export function nextTrackNumber(): number {
  last++;
  return last;
}

/** Returns the frames of a video track. Returns undefined for an audio track, or if the browser
 * cannot provide frames. */
export function framesOf(track: MediaStreamTrack): ReadableStream<VideoFrame> | undefined {
  const { MediaStreamTrackProcessor } = self as unknown as { MediaStreamTrackProcessor?: Processor };
  try {
    return MediaStreamTrackProcessor && track.kind === "video"
      ? new MediaStreamTrackProcessor({ track }).readable
      : undefined;
  } catch {
    return undefined;
  }
}
