/** Where the native API's tests declare things. */
import { until } from '../../src/testing/until.ts';
import { collection } from '../kube.ts';
import { call, type Product, type Wire } from '../product.ts';

export const CORE = 'core.ectropy.dev/v1';
export const lamps = (project: string, below = ''): string => `${collection(CORE, 'lamps', project)}${below && `/${below}`}`;
export const files = (project: string, below = ''): string => `${collection(CORE, 'files', project)}${below && `/${below}`}`;
export const plans = (project: string, below = ''): string => `${collection(CORE, 'plans', project)}${below && `/${below}`}`;

export const lamp = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: CORE,
  kind: 'Lamp',
  metadata: { name, ...metadata },
  spec: { room: 'hall', ...spec },
});

export const file = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: CORE,
  kind: 'File',
  metadata: { name, ...metadata },
  spec: { path: `${name}.txt`, content: `I am ${name}`, ...spec },
});

/** Waits until what stands there fits. */
export async function untilFits(product: Product, path: string, what: string, fits: (object: Wire) => unknown): Promise<Wire> {
  return until(
    async () => {
      const { body } = await call(product, path);
      return fits(body) ? body : undefined;
    },
    { what, timeoutMs: 15_000 },
  );
}

export const untilReady = (product: Product, path: string): Promise<Wire> =>
  untilFits(product, path, `${path} is ready`, ({ status }) => String(status?.phase) === 'Ready');
