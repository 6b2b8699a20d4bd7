import { type Host, isObject, type Json, type JsonObject, type Observation, type Subject } from '@ectropy/sdk';
import { type Cloud, type CloudSettings, openCloud } from './client.ts';
import { locate } from './locate.ts';
import { nameOf } from './name.ts';
import type { CloudObject } from './object.ts';
import { withoutOwner } from './owner.ts';
import type { Shape } from './shape.ts';
import { type CommonSpec, idOf } from './spec.ts';
import { labelsOf } from './wanted.ts';

export async function observe<Spec extends CommonSpec>(
  settings: CloudSettings,
  shape: Shape<Spec>,
  subject: Subject<Spec>,
  host: Host,
): Promise<Observation> {
  const object = await see(openCloud(settings, shape, subject, host), subject);
  if (!object) return { exists: false };
  const output = object.state === 'ready' || !isObject(subject.output) ? shape.output(object) : subject.output;
  return { exists: true, ...compare(shape, object, subject), output };
}

/** What is only observed has no id yet and was made by somebody else: the name must do. */
async function see(cloud: Cloud, subject: Subject<CommonSpec>): Promise<CloudObject | undefined> {
  const id = idOf(subject);
  return id === undefined ? cloud.named(nameOf(subject, subject.spec)) : locate(cloud, subject, id);
}

/** Both sides in the words of the spec. A label that is not declared should not be there. */
function compare<Spec extends CommonSpec>(
  shape: Shape<Spec>,
  object: CloudObject,
  subject: Subject<Spec>,
): { readonly actual: JsonObject; readonly expected: JsonObject } {
  const wanted = { ...shape.fixed(subject), ...shape.open(subject) };
  const fields = Object.fromEntries(Object.keys(wanted).map((key): [string, Json] => [key, object.fields[key] ?? null]));
  const labels = withoutOwner(object.labels);
  const none = Object.fromEntries(Object.keys(labels).map((key) => [key, null]));
  return {
    expected: { state: 'ready', ...inWords(shape, wanted), labels: { ...none, ...labelsOf(subject.spec) } },
    actual: { state: lasting(object), ...inWords(shape, fields), labels },
  };
}

/** What is being made or changed will be ready; that is no drift. */
const lasting = ({ state }: CloudObject): string => (state === 'creating' || state === 'updating' ? 'ready' : state);

const inWords = <Spec extends CommonSpec>({ words = {} }: Shape<Spec>, fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [words[key] ?? key, value]));
