// The part of `ws` that the tests use: it has no types of its own.

declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { AddressInfo } from "node:net";

  export interface ServerSocket extends EventEmitter {
    on(event: "message", heard: (data: Uint8Array, isBinary: boolean) => void): this;
    send(data: Uint8Array | string, options?: { binary: boolean }): void;
    close(code: number, reason: string): void;
    terminate(): void;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: {
      host: string;
      port: number;
      handleProtocols: (offered: Set<string>) => string | false;
    });
    on(event: "connection", heard: (socket: ServerSocket) => void): this;
    readonly clients: Set<ServerSocket>;
    address(): AddressInfo | string | null;
    close(): void;
  }
}
