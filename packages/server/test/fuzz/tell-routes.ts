/** Loaded into a server before it starts: tells which routes it registers, from whatever file they come. */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

interface Opened {
  readonly fastify: {
    addHook(name: 'onRoute', hook: (route: { readonly method: string | readonly string[]; readonly url: string }) => void): void;
  };
}

const file = process.env.FUZZ_ROUTES;
if (file !== undefined)
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as Opened;
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) appendFileSync(file, `${one} ${url}\n`);
    });
  });
