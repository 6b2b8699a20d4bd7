/** The health check of a container: whether the server in it is ready. It needs no shell and no other program. */
const { ECTROPY_HOST: host = '', ECTROPY_PORT: port = '8080' } = process.env;
const address = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;

try {
  const answer = await fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`, {
    signal: AbortSignal.timeout(4_000),
  });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(`no answer from port ${port}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
