import type { JsonObject } from '@ectropy/sdk';

export type HttpCheckSpec = {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number | readonly number[];
  readonly body?: { readonly contains?: string; readonly pattern?: string };
  readonly max_latency_ms?: number;
  readonly timeout_ms?: number;
  readonly follow_redirects?: boolean;
};

/** How many answers in a row were not as declared: the next one is asked for later. */
export type HttpCheckMemo = { readonly misses: number };

export const methodOf = ({ method = 'GET' }: HttpCheckSpec): 'GET' | 'HEAD' => method;

export const timeoutOf = ({ timeout_ms: ms = 5_000 }: HttpCheckSpec): number => ms;

export const statusesOf = ({ status = 200 }: HttpCheckSpec): readonly number[] => (typeof status === 'number' ? [status] : status);

/** `GET https://example.com/health`. */
export const nameOf = (spec: HttpCheckSpec): string => `${methodOf(spec)} ${spec.url}`;

/** What other resources see. Neither times nor latencies: an output that differs from look to look would be a change each time. */
export const outputOf = ({ url }: HttpCheckSpec, status: number | null, healthy: boolean): JsonObject => ({ url, status, healthy });
