/** The load generator, as a process of its own: so many creates over so many connections. Prints how many there were per second. */
import { Agent, request } from 'node:http';

const [url = '', count = '0', connections = '64', tag = 'x'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let next = 0;

function create(i: number): Promise<void> {
  const body = JSON.stringify({
    kind: 'noop',
    name: `${tag}-${i}`,
    project: 'bench',
    labels: { team: `t${i % 10}` },
    spec: { configs: { i, text: 'x'.repeat(300) } },
  });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-id': 'bench' };
  return new Promise((resolve, reject) => {
    request({ agent, hostname, port, path: '/api/v1beta1/resources', method: 'POST', headers }, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    })
      .on('error', reject)
      .end(body);
  });
}

async function worker(): Promise<void> {
  while (next < Number(count)) await create(next++);
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, worker));
process.send?.((Number(count) / (performance.now() - started)) * 1000);
agent.destroy();
