import type { Problem, Subject } from '@ectropy/sdk';
import { knownConnection } from '../connection.ts';
import { holdsMark } from '../mark.ts';
import { invalid, nameFault, ownNameFault } from '../name.ts';
import { settingsProblems } from '../settings.ts';
import type { Extension, WholeDatabase } from './spec.ts';

type Needy = Pick<Subject<unknown>, 'needs'>;

/** All that is wrong with a declared database, at once. */
export function databaseProblems(database: WholeDatabase, subject: Needy): readonly Problem[] {
  const { name, template, locale = 'C', comment = '', extensions } = database;
  const [fault, templateFault] = [ownNameFault('database', name) ?? ownDatabaseFault(name, subject), nameFault(template)];
  return [
    ...(fault === undefined ? [] : [invalid('name', fault)]),
    ...(templateFault === undefined ? [] : [invalid('template', templateFault)]),
    ...(/^[\w.@-]+$/.test(locale) ? [] : [invalid('locale', 'is not the name of a locale', 'such as C or en_US.UTF-8')]),
    ...extensions.flatMap((one, index) => extensionProblems(one, index, extensions)),
    ...settingsProblems(database.settings),
    ...(comment.includes('\0') ? [invalid('comment', 'must not hold the character NUL')] : []),
    ...(holdsMark(comment) ? [invalid('comment', 'must not end with the mark of a resource, which is added by itself')] : []),
  ];
}

/** Nobody can drop what they are connected to. */
export function ownDatabaseFault(name: string, subject: Needy): string | undefined {
  return knownConnection(subject)?.database === name ? 'must not be the database that Ectropy itself connects to' : undefined;
}

function extensionProblems({ name, schema, version }: Extension, index: number, all: readonly Extension[]): readonly Problem[] {
  const at = ['extensions', index];
  const first = all.findIndex((other) => other.name === name);
  const faults = {
    name: nameFault(name),
    schema: schema === undefined ? undefined : nameFault(schema),
    version: version?.includes('\0') ? 'must not hold the character NUL' : undefined,
  };
  return [
    ...(first === index ? [] : [invalid([...at, 'name'], `is given twice, first at ${first}`)]),
    ...Object.entries(faults).flatMap(([field, fault]) => (fault === undefined ? [] : [invalid([...at, field], fault)])),
  ];
}
