// The event with a message of a program.

/** Makes the event. The browser's constructor turns undefined into null, and Chrome did not. */
export function messageEvent(data: unknown): MessageEvent {
  const event = new MessageEvent("message", { data });
  if (data === undefined) Object.defineProperty(event, "data", { value: undefined });
  return event;
}
