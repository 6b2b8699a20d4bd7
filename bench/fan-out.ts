/** The limit of watching: a server that does nothing but hand every body that it gets to everybody who watches. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const watchers = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n');
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const frame = Buffer.concat([Buffer.from('data: '), ...chunks, Buffer.from('\n\n')]);
    for (const watcher of watchers) watcher.write(frame);
    response.end('{}');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit(0));
