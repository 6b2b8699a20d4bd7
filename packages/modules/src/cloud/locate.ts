import type { Subject } from '@ectropy/sdk';
import type { Cloud } from './client.ts';
import { nameOf } from './name.ts';
import type { CloudObject } from './object.ts';
import { isOwn } from './owner.ts';
import type { CommonSpec } from './spec.ts';

/** By id where one is known; otherwise by name, if Ectropy made it for this resource: an answer about its id may have been lost. */
export async function locate(cloud: Cloud, subject: Subject<CommonSpec>, id: string | undefined): Promise<CloudObject | undefined> {
  const known = id === undefined ? undefined : await cloud.get(id);
  if (known) return known;
  const namesake = await cloud.named(nameOf(subject, subject.spec));
  return namesake && isOwn(namesake, subject) ? namesake : undefined;
}
