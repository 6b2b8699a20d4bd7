import type { Host, Step, Subject } from '@ectropy/sdk';
import { check } from './check.ts';
import { outputOf, type ServerMemo, type ServerSpec } from './spec.ts';

export async function sync({ spec }: Subject<ServerSpec>, _: ServerMemo, host: Host): Promise<Step<ServerMemo>> {
  const { version } = await check(spec, host);
  return { type: 'done', output: outputOf(spec, version) };
}
