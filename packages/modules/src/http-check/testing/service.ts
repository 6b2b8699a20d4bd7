import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server as Listener } from 'node:net';

/** What somebody else runs. It counts what it is asked, by method. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly asked: Map<string, number>;
  answer: RequestListener;
}

export const says =
  (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);

export async function openService(answer: RequestListener = says(200, 'all is well')): Promise<Service> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const method = request.method ?? '';
    asked.set(method, (asked.get(method) ?? 0) + 1);
    service.answer(request, response);
  });
  const service: Service = {
    url: `http://127.0.0.1:${await portOf(server)}`,
    asked,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Listens on a free loopback port. */
export async function portOf(server: Listener): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
