import type { Step, Subject } from '@ectropy/sdk';
import type { Cloud, Sent } from './client.ts';
import type { CloudMemo, Verb } from './memo.ts';
import type { Shape } from './shape.ts';
import type { CommonSpec } from './spec.ts';
import { createBody, updateBody } from './wanted.ts';

/** What a step works on. */
export interface Scene<Spec extends CommonSpec> {
  readonly cloud: Cloud;
  readonly shape: Shape<Spec>;
  readonly subject: Subject<Spec>;
}

export type CloudStep = Step<CloudMemo>;

export const POLL_MS = 250;

export const again = (memo: CloudMemo): CloudStep => ({ type: 'again', memo });

export const later = (memo: CloudMemo, progress: string): CloudStep => ({ type: 'again', memo, afterMs: POLL_MS, progress });

/** Sends the change that a verb stands for: for the same resource always the same request. */
export function request<Spec extends CommonSpec>(
  { cloud, shape, subject }: Scene<Spec>,
  verb: Verb,
  id: string,
  key?: string,
): Promise<Sent> {
  switch (verb) {
    case 'create':
      return cloud.send('POST', '', createBody(shape, subject), key);
    case 'update':
      return cloud.send('PATCH', `/${id}`, updateBody(shape, subject), key);
    case 'reboot':
      return cloud.send('POST', `/${id}/reboot`, undefined, key);
    case 'discard':
    case 'remove':
      return cloud.send('DELETE', `/${id}`, undefined, key);
  }
}
