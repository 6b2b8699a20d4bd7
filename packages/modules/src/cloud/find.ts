import { type Found, type Host, ProblemError, type Subject } from '@ectropy/sdk';
import { type CloudSettings, openCloud } from './client.ts';
import { derivedName, isLegalName } from './name.ts';
import { withoutOwner } from './owner.ts';
import type { Shape } from './shape.ts';
import type { CommonSpec } from './spec.ts';

/** What has this id or this name, as somebody would have declared it. */
export async function find<Spec extends CommonSpec>(
  settings: CloudSettings,
  shape: Shape<Spec>,
  reference: string,
  subject: Subject<Spec | null>,
  host: Host,
): Promise<Found<Spec> | undefined> {
  if (!isLegalName(reference)) {
    const shown = JSON.stringify(reference.slice(0, 100));
    throw new ProblemError({
      code: 'invalid',
      message: `the reference ${shown} is neither an id nor a name`,
      hint: `give the id of the ${shape.noun} in the cloud, or its name there`,
    });
  }
  const cloud = openCloud(settings, shape, subject, host);
  const object = (await cloud.get(reference)) ?? (await cloud.named(reference));
  if (!object || object.state === 'deleting') return undefined;
  const labels = withoutOwner(object.labels);
  const common: CommonSpec = {
    ...(object.name !== derivedName(subject) && { name: object.name }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
  return { spec: shape.declared(object, common), output: shape.output(object) };
}
