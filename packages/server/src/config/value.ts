import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** A kind of value: how it is written, and what the written text means. */
export interface Value<T = unknown, Suffix extends '' | 'Ms' = '' | 'Ms'> {
  /** What stands for the value in help: `--port <number>`. A value without one is a switch: its flag stands alone. */
  readonly placeholder?: string;
  /** Completes the sentence «must be …». */
  readonly allowed: string;
  /** The unit that the property in `Config` carries. */
  readonly suffix: Suffix;
  /** A list in the file is allowed too. */
  readonly many?: true;
  /** What the text means; `undefined` if it is not allowed. Relative paths start from `folder`. */
  read(text: string, folder: string): T | undefined;
}

export const text: Value<string, ''> = {
  placeholder: 'text',
  allowed: 'a text that is not empty',
  suffix: '',
  read: (given) => given.trim() || undefined,
};

export const path: Value<string, ''> = {
  placeholder: 'path',
  allowed: 'a path',
  suffix: '',
  read: (given, folder) => (given.trim() ? resolve(folder, given) : undefined),
};

export const paths: Value<readonly string[], ''> = {
  placeholder: 'paths',
  allowed: 'paths separated by commas',
  suffix: '',
  many: true,
  read: (given, folder) =>
    Object.freeze(
      given
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map((one) => resolve(folder, one)),
    ),
};

export const host: Value<string, ''> = {
  placeholder: 'host',
  allowed: 'an IP address or a host name, without a port',
  suffix: '',
  read: (given) => (isIP(given) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(given) ? given : undefined),
};

export const domain: Value<string, ''> = {
  placeholder: 'domain',
  allowed: 'a domain name in lower case, such as example.com',
  suffix: '',
  read: (given) =>
    /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/.test(given) && given.length <= 200 ? given : undefined,
};

export const redisUrl: Value<string, ''> = {
  placeholder: 'url',
  allowed: 'a redis://, rediss:// or valkey:// URL',
  suffix: '',
  read: (given) => (/^(?:rediss?|valkeys?):\/\//.test(given) && URL.canParse(given) ? given : undefined),
};

export const toggle: Value<boolean, ''> = {
  allowed: 'true or false',
  suffix: '',
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
};

export const names: Value<readonly string[], ''> = {
  placeholder: 'names',
  allowed: 'names separated by commas',
  suffix: '',
  many: true,
  read(given) {
    const list = given.split(',').map((name) => name.trim());
    if (given.trim() === '') return Object.freeze([]);
    return list.every((name) => /^[^\s/]+$/.test(name)) ? Object.freeze(list) : undefined;
  },
};

export const httpUrl: Value<string, ''> = {
  placeholder: 'url',
  allowed: 'an http:// or https:// URL',
  suffix: '',
  read: (given) => (/^https?:\/\//.test(given) && URL.canParse(given) ? given : undefined),
};

/** PostgreSQL allows an empty host (`postgres://me@/db?host=/tmp`) and several (`postgres://one:5432,two:5432/db`), which the URL standard does not. */
const eachHost = (given: string): readonly string[] => {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s.exec(given) ?? [];
  return hosts.split(',').map((one) => `${start}${one || 'host'}${rest}`);
};

export const postgresUrl: Value<string, ''> = {
  placeholder: 'url',
  allowed: 'a postgres:// or postgresql:// URL',
  suffix: '',
  read: (given) => (/^postgres(ql)?:\/\//.test(given) && eachHost(given).every((one) => URL.canParse(one)) ? given : undefined),
};

export function whole(from: number, to: number): Value<number, ''> {
  return {
    placeholder: 'number',
    allowed: `a whole number from ${from} to ${to}`,
    suffix: '',
    read(given) {
      const number = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
      return number >= from && number <= to ? number : undefined;
    },
  };
}

export function choice<const Choice extends string>(...choices: readonly Choice[]): Value<Choice, ''> {
  return {
    placeholder: choices.join('|'),
    allowed: `one of ${choices.join(', ')}`,
    suffix: '',
    read: (given) => choices.find((one) => one === given),
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `500ms`, `10s`, `1.5h`; a plain number is in milliseconds. Not a duration: NaN. */
export function durationMs(given: string): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(given) ?? [];
  return Math.round(Number(amount) * (unitMs[unit] ?? Number.NaN));
}

export function duration(from: string, to: string): Value<number, 'Ms'> {
  return {
    placeholder: 'duration',
    allowed: `a duration from ${from} to ${to}, such as 500ms, 10s, 5m or 1h`,
    suffix: 'Ms',
    read(given) {
      const ms = durationMs(given);
      return ms >= durationMs(from) && ms <= durationMs(to) ? ms : undefined;
    },
  };
}
