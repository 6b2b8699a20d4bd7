/** The fields that callers can write, in one table: what is right, what it is at first, what may change. The OpenAPI document shows the same. */
import { parseCidr } from './cidr.ts';
import type { Collection, Value } from './model.ts';

export interface Field {
  /** JSON schema, for the document. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What a right value looks like; completes «… must be …». */
  readonly expected: string;
  readonly isRight: (value: unknown) => boolean;
  /** What it is when a create leaves it out; a field without one is needed. */
  readonly initial?: Value;
  /** It stays as it was created. */
  readonly fixed?: true;
  /** It may grow and never shrink. */
  readonly grows?: true;
}

const NAME = /^[a-z0-9](?:[-a-z0-9_.]{0,61}[a-z0-9])?$/;
const IMAGE = /^[A-Za-z0-9][-A-Za-z0-9_.:]{0,62}$/;
const LABEL = /^[A-Za-z0-9][-A-Za-z0-9_./]{0,127}$/;
const MAX_LABELS = 64;
const MAX_LABEL_VALUE = 1024;
const MAX_SIZE_GB = 16_384;

const sizes = ['small', 'medium', 'large'];
const powers = ['on', 'off'];

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

const oneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && words.includes(value);

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isLabels(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const pairs = Object.entries(value);
  return (
    pairs.length <= MAX_LABELS &&
    pairs.every(([key, text]) => LABEL.test(key) && typeof text === 'string' && text.length <= MAX_LABEL_VALUE)
  );
}

const name: Field = {
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 63,
    pattern: '^[a-z0-9]([-a-z0-9_.]*[a-z0-9])?$',
    description: 'Unique in its collection.',
  },
  expected: '1 to 63 of a-z, 0-9, "-", "_" and ".", with a letter or digit at both ends',
  isRight: matches(NAME),
  fixed: true,
};

const labels: Field = {
  schema: {
    type: 'object',
    maxProperties: MAX_LABELS,
    additionalProperties: { type: 'string', maxLength: MAX_LABEL_VALUE },
    default: {},
    description: 'A change gives all of them.',
  },
  expected: `a map of at most ${MAX_LABELS} words to texts of at most ${MAX_LABEL_VALUE} characters`,
  isRight: isLabels,
  initial: {},
};

export const fieldsOf: Readonly<Record<Collection, Readonly<Record<string, Field>>>> = {
  networks: {
    name,
    cidr: {
      schema: { type: 'string', examples: ['10.1.0.0/16'], description: 'An IPv4 range with a prefix of 8 to 29. Cannot change.' },
      expected: 'an IPv4 range such as 10.1.0.0/16, with a prefix of 8 to 29 and no bits beyond it',
      isRight: (value) => typeof value === 'string' && parseCidr(value) !== undefined,
      fixed: true,
    },
    labels,
  },
  servers: {
    name,
    network: {
      schema: { type: 'string', description: 'The id of its network. Cannot change.' },
      expected: 'the id of a network',
      isRight: (value) => typeof value === 'string',
      fixed: true,
    },
    size: {
      schema: { type: 'string', enum: sizes, default: 'small' },
      expected: 'small, medium or large',
      isRight: oneOf(sizes),
      initial: 'small',
    },
    image: {
      schema: { type: 'string', maxLength: 63, default: 'debian-12', description: 'Any word. Cannot change.' },
      expected: 'one word such as debian-12, of at most 63 characters',
      isRight: matches(IMAGE),
      initial: 'debian-12',
      fixed: true,
    },
    power: { schema: { type: 'string', enum: powers, default: 'on' }, expected: 'on or off', isRight: oneOf(powers), initial: 'on' },
    labels,
  },
  disks: {
    name,
    sizeGb: {
      schema: { type: 'integer', minimum: 1, maximum: MAX_SIZE_GB, description: 'May grow and never shrink.' },
      expected: `a whole number from 1 to ${MAX_SIZE_GB}`,
      isRight: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_SIZE_GB,
      grows: true,
    },
    server: {
      schema: { type: ['string', 'null'], default: null, description: 'The id of the server that it is attached to, or null.' },
      expected: 'the id of a server, or null',
      isRight: (value) => typeof value === 'string' || value === null,
      initial: null,
    },
    labels,
  },
};

/** What the cloud gives and no caller writes. */
export const givenOf: Readonly<Record<Collection, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  networks: { gateway: { type: 'string', description: 'The first address of the range.' } },
  servers: {
    address: { type: 'string', description: 'An address of its network, kept for life.' },
    rebootedAt: { type: 'string', format: 'date-time' },
  },
  disks: { device: { type: 'string', examples: ['/dev/vdb'], description: 'While it is attached.' } },
};

export const commonlyGiven: readonly string[] = ['id', 'state', 'createdAt'];
