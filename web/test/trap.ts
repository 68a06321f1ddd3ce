// A trap for requests that leave this machine: a proxy that records them and refuses them. Browsers
// do not ask it for addresses of the loopback.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy, and the addresses that it was asked for. */
export interface Trap {
  /** The proxy, for the browser's flag `--proxy-server`. */
  proxy: string;
  caught: string[];
  close(): Promise<void>;
}

/** Starts a trap. */
export async function setTrap(): Promise<Trap> {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    caught.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, caught, close };
}
