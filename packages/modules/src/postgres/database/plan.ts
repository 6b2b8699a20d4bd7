import { isDeepStrictEqual } from 'node:util';
import { isObject, refuse, type Intent, type JsonObject, type Plan, type Subject } from '@ectropy/sdk';
import type { Claim } from '../claim.ts';
import { knownConnection } from '../connection.ts';
import { nameFault } from '../name.ts';
import { refused } from '../refused.ts';
import { databaseProblems } from './problems.ts';
import { complete, nameOf, ownerOf, type DatabaseMemo, type DatabaseSpec, type WholeDatabase } from './spec.ts';

type DatabasePlan = Plan<DatabaseSpec, DatabaseMemo>;

export function plan(subject: Subject<DatabaseSpec>, intent: Intent<DatabaseSpec>): DatabasePlan {
  switch (intent.type) {
    case 'create':
      return make(complete(intent.spec, subject.name), subject, 'create', 'new');
    case 'update':
      return update(complete(intent.spec, subject.name), subject);
    case 'correct':
      return correct(intent, subject);
    case 'adopt':
      return adopt(complete(intent.spec, subject.name), subject, nameOf({ ...subject, spec: intent.found.spec }));
    case 'delete':
      return remove(subject);
    case 'act':
      return act(intent.action, intent.params, subject);
  }
}

function make(database: WholeDatabase, subject: Subject<DatabaseSpec>, todo: 'create' | 'alter', claim: Claim): DatabasePlan {
  const owner = subject.needs['owner'] && (ownerOf(subject) ?? subject.needs['owner'].name);
  const what = [
    ...(owner === undefined ? [] : [`owned by ${owner}`]),
    ...(database.extensions.length > 0 ? [`with ${database.extensions.map(({ name }) => name).join(', ')}`] : []),
  ].join(', ');
  const unknown = subject.output === null ? ['oid', 'owner', 'url'].map((field) => ['output', field]) : undefined;
  return (
    refused(databaseProblems(database, subject)) ?? {
      type: 'change',
      spec: database,
      memo: { todo, claim },
      summary: [`${verbs[claim]} database ${database.name}${what && `: ${what}`}`],
      ...(unknown && { unknown }),
    }
  );
}

const verbs = { new: 'create', held: 'alter', take: 'take over' } as const;
const FIXED = ['encoding', 'locale', 'template'] as const;

function update(wish: WholeDatabase, subject: Subject<DatabaseSpec>): DatabasePlan {
  const now = complete(subject.spec, subject.name);
  const database = withoutNews(wish, now, subject);
  const problems = refused(databaseProblems(database, subject));
  if (problems) return problems;
  if (database.name !== now.name)
    return { type: 'replace', spec: database, reason: `the database ${now.name} is to be called ${database.name}` };
  const fixed = FIXED.filter((field) => database[field] !== now[field]);
  if (fixed.length > 0) return { type: 'replace', spec: database, reason: `${fixed.join(' and ')} cannot change in place` };
  if (isDeepStrictEqual(ordered(database), ordered(now)) && !hasMoved(subject)) return { type: 'noop' };
  return make(database, subject, 'alter', 'held');
}

/** A locale that is now written down and is what the database has anyway is no reason to make it anew. */
function withoutNews({ locale, ...rest }: WholeDatabase, now: WholeDatabase, { output }: Subject<DatabaseSpec>): WholeDatabase {
  if (locale === undefined || (now.locale === undefined && isObject(output) && output['locale'] === locale)) return rest;
  return { ...rest, locale };
}

const ordered = (database: WholeDatabase): WholeDatabase => ({
  ...database,
  extensions: database.extensions.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
});

/** The server is another one now or is reached under another address, or somebody else is to own it. */
function hasMoved(subject: Subject<DatabaseSpec>): boolean {
  const { output, needs } = subject;
  if (!isObject(output)) return false;
  const server = knownConnection(subject);
  const moved = server !== undefined && (output['host'] !== server.host || output['port'] !== server.port);
  return moved || (needs['owner'] !== undefined && ownerOf(subject) !== output['owner']);
}

/** What cannot change in place is only shown: no look at a database may end with dropping it. */
function correct({ missing, drift }: Extract<Intent, { type: 'correct' }>, subject: Subject<DatabaseSpec>): DatabasePlan {
  const mendable = drift.some(({ path: [field] }) => !FIXED.some((one) => one === field));
  if (!missing && drift.length > 0 && !mendable) return { type: 'noop' };
  return make(complete(subject.spec, subject.name), subject, missing ? 'create' : 'alter', 'held');
}

function adopt(database: WholeDatabase, subject: Subject<DatabaseSpec>, found: string): DatabasePlan {
  if (database.name === found) return make(database, subject, 'alter', 'take');
  return refuse({ code: 'invalid', path: ['spec', 'name'], message: `must be ${JSON.stringify(found)}, which is what was found` });
}

function remove(subject: Subject<DatabaseSpec>): DatabasePlan {
  const forced = subject.spec.force_delete ? ', and end the connections to it' : '';
  const memo = { todo: 'remove', made: subject.output !== null } as const;
  return { type: 'change', spec: subject.spec, memo, summary: [`drop database ${nameOf(subject)} with all that is in it${forced}`] };
}

function act(action: string, { role }: JsonObject, subject: Subject<DatabaseSpec>): DatabasePlan {
  if (action !== 'terminate_connections') return refuse({ code: 'unsupported', message: `a postgres_database has no action ${action}` });
  const fault = role === undefined ? undefined : typeof role === 'string' ? nameFault(role) : 'must be the name of a role';
  if (fault !== undefined) return refuse({ code: 'invalid', path: ['params', 'role'], message: fault });
  if (subject.output === null)
    return refuse({ code: 'invalid', message: 'the database has not been made yet', hint: 'wait until it is ready' });
  const whose = typeof role === 'string' ? ` of ${role}` : '';
  return {
    type: 'change',
    spec: subject.spec,
    memo: { todo: 'terminate', ...(typeof role === 'string' && { role }) },
    summary: [`end all connections${whose} to database ${nameOf(subject)}`],
  };
}
