/** The formats that a document is held to; a format that nobody knows is a word for people. */
import { isIP } from 'node:net';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parseCidr } from './cel/address.ts';
import { parseQuantity } from './cel/quantity.ts';

/** Some of the patterns behind formats take quadratic time; what is longer than this is no valid address, name or date. */
const MAX_LENGTH = 2_048;
const ANY_LENGTH = new Set(['byte', 'binary', 'password']);

const goDuration = /^[+-]?(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const isoDuration = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/;

/** Kubernetes and JSON schema mean different things by `duration`: `1h30m` and `PT1H30M`; both are understood. */
const own: Readonly<Record<string, (text: string) => boolean>> = {
  duration: (text) => goDuration.test(text) || isoDuration.test(text),
  quantity: (text) => parseQuantity(text) !== undefined,
  cidr: (text) => parseCidr(text) !== undefined,
  ip: (text) => isIP(text) !== 0,
  mac: (text) => /^(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i.test(text),
};

export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv);
  for (const [name, test] of Object.entries(own)) ajv.addFormat(name, test);
  for (const name of Object.keys(ajv.formats)) bound(ajv, name);
}

function bound(ajv: Ajv2020, name: string): void {
  const format = ajv.formats[name];
  if (ANY_LENGTH.has(name) || !format || format === true) return;
  const test = format instanceof RegExp || typeof format === 'function' ? format : format.validate;
  const type = typeof format === 'object' && 'type' in format ? format.type : 'string';
  if (type === 'number' || !test || typeof test === 'string') return;
  const matches = test instanceof RegExp ? (text: string): boolean => test.test(text) : (test as (text: string) => boolean);
  ajv.addFormat(name, (text: string) => text.length <= MAX_LENGTH && matches(text));
}
