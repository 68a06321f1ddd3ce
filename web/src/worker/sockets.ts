// WebSockets of a program.

import type { Machine } from "../../generated/pinnacle_web.js";

export class Sockets {
  readonly #sockets = new Map<number, WebSocket>();

  constructor(
    readonly machine: Machine,
    readonly wake: () => void,
  ) {}

  open(id: number, url: string, protocols: string[]): void {
    const tell = (event: () => void): void => {
      if (this.#sockets.get(id) !== socket) return;
      event();
      this.wake();
    };
    let socket: WebSocket;
    try {
      socket = new WebSocket(url, protocols);
    } catch {
      // Told later, as every event.
      setTimeout(() => {
        this.machine.socketFailed(id);
        this.wake();
      });
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#sockets.set(id, socket);
    let isOpen = false;
    socket.onopen = () =>
      tell(() => {
        isOpen = true;
        this.machine.socketOpened(id, socket.protocol);
      });
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) =>
      tell(() => {
        if (typeof data === "string") this.machine.socketText(id, data);
        else this.machine.socketBytes(id, new Uint8Array(data));
      });
    socket.onclose = ({ wasClean, code, reason }) =>
      tell(() => {
        if (isOpen || wasClean) this.machine.socketClosed(id, wasClean, code, reason);
        else this.machine.socketFailed(id);
        this.#sockets.delete(id);
      });
  }

  send(id: number, data: string | Uint8Array): void {
    const socket = this.#sockets.get(id);
    const isText = typeof data === "string";
    socket?.send(isText ? data : data.slice());
    const length = isText ? new TextEncoder().encode(data).length : data.length;
    queueMicrotask(() => {
      this.machine.socketSent(id, length);
      this.wake();
    });
  }

  close(id: number, code: number, reason: string): void {
    const socket = this.#sockets.get(id);
    if (code === 0) socket?.close();
    else socket?.close(code, reason);
  }

  drop(id: number): void {
    const socket = this.#sockets.get(id);
    this.#sockets.delete(id);
    socket?.close();
  }
}
