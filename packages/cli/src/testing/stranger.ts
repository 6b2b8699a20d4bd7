/** For tests: somebody else's HTTP server, and a way to a server that can be cut and mended. */
import { once } from 'node:events';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Stranger extends AsyncDisposable {
  readonly url: string;
}

export async function startStranger(answer: RequestListener, port = 0): Promise<Stranger & { readonly server: Server }> {
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface Way extends Stranger {
  /** Whoever is on it falls off, and nobody gets on. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Passes everything on, but for what is answered on the way; the address stays the same when it is mended. */
export async function openWay(to: string, spoil: (path: string) => string | undefined = () => undefined): Promise<Way> {
  const pass: RequestListener = (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const spoiled = spoil(url);
    if (spoiled !== undefined) return void outgoing.end(spoiled);
    const passed = request(new URL(url, to), { ...(method !== undefined && { method }), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed.on('error', () => outgoing.destroy()));
  };
  let stranger = await startStranger(pass);
  const { url } = stranger;
  return {
    url,
    async cut() {
      await stranger[Symbol.asyncDispose]();
    },
    async mend() {
      stranger = await startStranger(pass, Number(new URL(url).port));
    },
    [Symbol.asyncDispose]: () => stranger[Symbol.asyncDispose](),
  };
}
