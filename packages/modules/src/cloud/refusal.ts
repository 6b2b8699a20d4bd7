import { isObject, type Json, type JsonObject, type Path, type Problem, type ProblemCode } from '@ectropy/sdk';

/** A request that had no effect, with the cloud's own word for why. */
export interface Refusal {
  readonly ok: false;
  /** `exists`, `busy`, `not_found`, …; empty where the cloud gives none. */
  readonly code: string;
  readonly problem: Problem;
  /** Who has the name already. */
  readonly id?: string;
}

type Meaning = readonly [code: ProblemCode, hint?: string];

/** The cloud's words for what people can do something about. */
const byCode: Readonly<Record<string, Meaning>> = {
  quota_exceeded: ['limited', 'delete what is not needed any more, or have the quota raised'],
  exists: ['exists', 'give it another name with spec.name, or take it over with `ectropy import`'],
  busy: ['conflict', 'wait until the operation that is under way has ended'],
  in_use: ['conflict', 'delete or detach what uses it first'],
  stale_fence: [
    'conflict',
    'somebody newer has changed it, and this worker gives way; look whether two resources have the same name there',
  ],
  key_reused: ['conflict'],
  invalid: ['invalid'],
  not_found: ['not_found'],
};

/** Where the cloud has no word that is known here. */
function byStatus(status: number): Meaning {
  if (status === 401 || status === 403) return ['denied', 'look at who may use this cloud'];
  if (status === 404 || status === 405 || status < 400) return ['unavailable', 'look whether the url is that of the cloud'];
  if (status === 408 || status >= 500) return ['unavailable', 'look what is wrong with the cloud'];
  if (status === 409 || status === 412) return ['conflict'];
  if (status === 413) return ['too_large'];
  return status === 429 ? ['limited', 'ask less of the cloud at once, or have its limit raised'] : ['internal'];
}

const LONGEST = 500;
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export function readRefusal(status: number, body: Json | undefined, at: string): Refusal {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const { code = '', message, field, id } = error;
  const known = typeof code === 'string' ? code : '';
  const [means, hint] = meaningOf(known, error) ?? byStatus(status);
  const said = typeof message === 'string' && message !== '' ? short(message) : `it answered with status ${status}`;
  return {
    ok: false,
    code: known,
    problem: {
      code: means,
      message: `the cloud at ${at} refused: ${said}`,
      ...(typeof field === 'string' && { path: placeOf(field) }),
      ...(hint !== undefined && { hint }),
    },
    ...(typeof id === 'string' && { id }),
  };
}

function meaningOf(code: string, { field, problems }: JsonObject): Meaning | undefined {
  if (code === 'invalid' && typeof field === 'string' && isLink(field) && problems === undefined)
    return ['conflict', `the ${field} that it depends on is not there as it was; that is looked at now`];
  return Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}

/** Where people said what the cloud calls by this name. */
const places: Readonly<Record<string, Path>> = {
  sizeGb: ['spec', 'size_gb'],
  network: ['dependencies', 'network'],
  server: ['dependencies', 'server'],
};

/** What a resource does not say itself, but has from what it depends on: nobody can do anything about it there. */
const isLink = (field: string): boolean => placeOf(field)[0] === 'dependencies';

const placeOf = (field: string): Path => (Object.hasOwn(places, field) ? places[field] : undefined) ?? ['spec', short(field)];
