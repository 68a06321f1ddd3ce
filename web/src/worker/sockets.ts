// WebSockets of a program.

import type { Machine } from "../../generated/pinnacle_web.js";
import { isReplay } from "../shared/replay.ts";

/** Polling interval in milliseconds for the amount sent, which no event reports. */
const LOOK_AGAIN = 20;

type Open = {
  socket: WebSocket;
  /** Number of bytes from the program that were not yet reported as sent. */
  unsent: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

export class Sockets {
  readonly #sockets = new Map<number, Open>();

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
  ) {}

  open(id: number, url: string, protocols: string[]): void {
    const tell = (event: () => void): void => {
      if (this.#sockets.get(id)?.socket !== socket) return;
      event();
      this.wake();
    };
    let socket: WebSocket;
    try {
      // An archive does not contain the server, and the live web must not be contacted.
      if (isReplay()) throw new Error("a replay");
      socket = new WebSocket(url, protocols);
    } catch {
      // This is reported later, as all events are.
      setTimeout(() => {
        this.machine.socketFailed(id);
        this.wake();
      });
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#sockets.set(id, { socket, unsent: 0, timer: undefined });
    let isOpen = false;
    socket.onopen = () =>
      tell(() => {
        isOpen = true;
        if (protocols.length === 0 || socket.protocol !== "") {
          this.machine.socketOpened(id, socket.protocol);
          return;
        }
        // Chrome did not open a socket if the server accepts none of the offered protocols; Firefox
        // does.
        this.drop(id);
        this.machine.socketFailed(id);
      });
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) =>
      tell(() => {
        if (typeof data === "string") this.machine.socketText(id, data);
        else this.machine.socketBytes(id, new Uint8Array(data));
      });
    socket.onclose = ({ wasClean, code, reason }) =>
      tell(() => {
        this.#tellSent(id);
        if (isOpen || wasClean) this.machine.socketClosed(id, wasClean, code, reason);
        else this.machine.socketFailed(id);
        this.#sockets.delete(id);
      });
  }

  send(id: number, data: string | Uint8Array): void {
    const open = this.#sockets.get(id);
    if (open === undefined) return;
    const before = open.socket.bufferedAmount;
    open.socket.send(typeof data === "string" ? data : data.slice());
    open.unsent += open.socket.bufferedAmount - before;
    open.timer ??= setTimeout(() => this.#follow(id, open), LOOK_AGAIN);
  }

  /** Reports the amount sent at regular intervals until everything is sent. */
  #follow(id: number, open: Open): void {
    open.timer = undefined;
    if (this.#sockets.get(id) !== open) return;
    this.#tellSent(id);
    if (open.unsent > 0) open.timer = setTimeout(() => this.#follow(id, open), LOOK_AGAIN);
    this.wake();
  }

  #tellSent(id: number): void {
    const open = this.#sockets.get(id);
    if (open === undefined || open.unsent === 0) return;
    const left = open.socket.bufferedAmount;
    this.machine.socketSent(id, open.unsent - left);
    open.unsent = left;
  }

  close(id: number, code: number, reason: string): void {
    const socket = this.#sockets.get(id)?.socket;
    if (code === 0) socket?.close();
    else socket?.close(code, reason);
  }

  drop(id: number): void {
    const socket = this.#sockets.get(id)?.socket;
    this.#sockets.delete(id);
    socket?.close();
  }
}
