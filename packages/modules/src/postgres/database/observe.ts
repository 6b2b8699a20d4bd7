import type { Host, Observation, Subject } from '@ectropy/sdk';
import { connectionOf } from '../connection.ts';
import { compare } from './compare.ts';
import { lookInside } from './look-inside.ts';
import { complete, extensionsIn, outputOf, ownerOf, type DatabaseSpec } from './spec.ts';

export async function observe(subject: Subject<DatabaseSpec>, host: Host): Promise<Observation> {
  const connection = connectionOf(subject);
  const database = complete(subject.spec, subject.name);
  const found = await lookInside(connection, database.name, subject.urn, host, database.extensions.length > 0);
  if (!found) return { exists: false };
  const { seen, installed } = found;
  const held = extensionsIn(subject.output);
  const versions = installed?.filter(({ name }) => Object.hasOwn(held, name)).map(({ name, version }) => [name, version] as const);
  const extensions = versions ? { ...held, ...Object.fromEntries(versions) } : held;
  const sides = compare(database, seen, { urn: subject.urn, owner: ownerOf(subject), ...(installed && { installed }) });
  return { exists: true, ...sides, output: outputOf(database.name, seen, connection, extensions) };
}
