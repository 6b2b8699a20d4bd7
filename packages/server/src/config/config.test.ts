import { ProblemError } from '@ectropy/sdk';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { bindProblem } from './bind.ts';
import { loadConfig } from './load.ts';
import { helpText, referenceTable, shownConfig } from './reference.ts';
import { envOf, flagOf, names, settingOf } from './schema.ts';
import type { Config } from './schema.ts';

interface Given {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

function load({ argv = [], env = {}, files = {} }: Given = {}): Config {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: path.endsWith('locked') ? 'EACCES' : 'ENOENT' });
    return text;
  };
  return loadConfig({ argv, env, readFile, cwd: '/srv' });
}

const flags = (line: string): Given => ({ argv: line.split(' ') });
const file = (text: string): Given => ({ files: { '/srv/ectropy.yaml': text } });

/** Each problem as `message -- hint`. */
function problems(given: Given): readonly string[] {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems.map(({ message, hint }) => (hint ? `${message} -- ${hint}` : message));
    throw error;
  }
  return [];
}

describe('defaults', () => {
  test('nothing has to be configured', () => {
    expect(load()).toEqual({
      host: '127.0.0.1',
      port: 8080,
      allowedHosts: [],
      trustNetwork: false,
      role: 'all',
      workers: 64,
      data: '/srv/.ectropy',
      databaseUrl: undefined,
      extensions: [],
      groupSuffix: 'ectropy.dev',
      groupAliases: [],
      cacheUrl: undefined,
      filesRoot: '/srv/.ectropy/files',
      secretKeyFile: '/srv/.ectropy/secret.key',
      cloudUrl: 'http://127.0.0.1:8090',
      recheckMs: 300_000,
      retryAttempts: 8,
      retryBaseMs: 1_000,
      retryMaxMs: 300_000,
      leaseMs: 10_000,
      retainChangesMs: 3_600_000,
      retainEventsMs: 86_400_000,
      shutdownMs: 20_000,
      logLevel: 'info',
      logFormat: 'auto',
      noColor: false,
      otlpEndpoint: undefined,
      serviceName: 'ectropy',
      config: undefined,
      help: false,
      version: false,
    });
  });

  test('the configuration is frozen', () => {
    const config = load(flags('--allowed-hosts a'));
    expect(Object.isFrozen(config) && Object.isFrozen(config.allowedHosts)).toBe(true);
  });

  test('the type follows the table', () => {
    expectTypeOf<Config['port']>().toEqualTypeOf<number>();
    expectTypeOf<Config['recheckMs']>().toEqualTypeOf<number>();
    expectTypeOf<Config['role']>().toEqualTypeOf<'all' | 'api' | 'worker'>();
    expectTypeOf<Config['allowedHosts']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Config['databaseUrl']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Config['filesRoot']>().toEqualTypeOf<string>();
    expectTypeOf<Config['help']>().toEqualTypeOf<boolean>();
  });
});

describe('a value is taken', () => {
  const cases: readonly (readonly [string, Given, Partial<Config>])[] = [
    ['from a flag and the next word', flags('--port 9000'), { port: 9000 }],
    ['from a flag with =', flags('--port=9000'), { port: 9000 }],
    ['up to the first = only', flags('--database-url=postgres://h/d?a=b'), { databaseUrl: 'postgres://h/d?a=b' }],
    ['from the last of several flags', flags('--port 1 --port 2'), { port: 2 }],
    ['from a flag that stands alone', flags('--no-color --port 1'), { noColor: true, port: 1 }],
    ['from a short flag', flags('-h'), { help: true }],
    ['from the environment', { env: { ECTROPY_RETRY_ATTEMPTS: '3' } }, { retryAttempts: 3 }],
    ['from YAML', file('# mine\nport: 9001\nlog-level: debug\n'), { port: 9001, logLevel: 'debug', config: '/srv/ectropy.yaml' }],
    [
      'from JSON',
      { argv: ['--config', 'a.json'], files: { '/srv/a.json': '{\n\t"port": 9002\n}' } },
      { port: 9002, config: '/srv/a.json' },
    ],
    ['from a list in the file', file('allowed-hosts: [a, b:80]'), { allowedHosts: ['a', 'b:80'] }],
    ['from a list with commas', flags('--allowed-hosts a,b'), { allowedHosts: ['a', 'b'] }],
    ['from the file that the environment names', { env: { ECTROPY_CONFIG: '/e.yaml' }, files: { '/e.yaml': 'port: 7' } }, { port: 7 }],
    ['from the flag before the environment', { argv: ['--port', '1'], env: { ECTROPY_PORT: '2' } }, { port: 1 }],
    ['from the environment before the file', { env: { ECTROPY_PORT: '2' }, ...file('port: 3') }, { port: 2 }],
    ['from the file before the default', file('port: 3'), { port: 3 }],
    ['from the file if the variable is empty', { env: { ECTROPY_PORT: '' }, ...file('port: 3') }, { port: 3 }],
    [
      'with several hosts, as PostgreSQL writes them',
      flags('--database-url=postgres://u:p@one:1,two:2/d?target_session_attrs=read-write'),
      { databaseUrl: 'postgres://u:p@one:1,two:2/d?target_session_attrs=read-write' },
    ],
    ['from DATABASE_URL', { env: { DATABASE_URL: 'postgresql://u:p@h/d' } }, { databaseUrl: 'postgresql://u:p@h/d' }],
    [
      'from our own variable before the general one, which is not judged then',
      { env: { DATABASE_URL: 'mysql://h', ECTROPY_DATABASE_URL: 'postgres://me@/d?host=/tmp' } },
      { databaseUrl: 'postgres://me@/d?host=/tmp' },
    ],
    [
      'from the file that a variable names, without the line end',
      { env: { ECTROPY_DATABASE_URL_FILE: 'run/secret' }, files: { '/srv/run/secret': 'postgres://u:p@h/d\n' } },
      { databaseUrl: 'postgres://u:p@h/d' },
    ],
    [
      'from such a file before a general variable',
      { env: { ECTROPY_DATABASE_URL_FILE: '/s', DATABASE_URL: 'mysql://h' }, files: { '/s': 'postgres://h/d' } },
      { databaseUrl: 'postgres://h/d' },
    ],
    [
      'from a flag before such a file, which is not judged then',
      { argv: ['--cache-url', 'redis://h'], env: { ECTROPY_CACHE_URL_FILE: '/s' }, files: { '/s': 'nonsense' } },
      { cacheUrl: 'redis://h' },
    ],
    ['from OTEL_EXPORTER_OTLP_ENDPOINT', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' } }, { otlpEndpoint: 'http://c:4318' }],
    ['from OTEL_SERVICE_NAME', { env: { OTEL_SERVICE_NAME: 'mine' } }, { serviceName: 'mine' }],
    ['from NO_COLOR, whatever it says', { env: { NO_COLOR: '1' } }, { noColor: true }],
    ['as 0 for any free port', flags('--port 0'), { port: 0 }],
    ['as an IPv6 address', flags('--host ::1'), { host: '::1' }],
    ['as a path from the working folder', flags('--data x'), { data: '/srv/x', filesRoot: '/srv/x/files' }],
    [
      'as a path from the folder of the file',
      { argv: ['--config', 'etc/a.yaml'], files: { '/srv/etc/a.yaml': 'data: x' } },
      { data: '/srv/etc/x' },
    ],
    ['as a folder of its own', flags('--files-root /f --data x'), { filesRoot: '/f' }],
    ['not at all from an empty file', file('# nothing yet\n'), { port: 8080 }],
    ['as no workers for role api', flags('--role api'), { workers: 0 }],
    ['as no workers for role all', flags('--workers 0'), { workers: 0, role: 'all' }],
    ['although an overridden one is wrong', { argv: ['--port', '1'], env: { ECTROPY_PORT: 'x' } }, { port: 1 }],
    [
      'although Kubernetes describes a service of our name',
      {
        env: {
          ECTROPY_PORT: 'tcp://10.0.0.1:8080',
          ECTROPY_SERVICE_HOST: '10.0.0.1',
          ECTROPY_SERVICE_PORT_HTTP: '8080',
          ECTROPY_PORT_8080_TCP_ADDR: '10.0.0.1',
          ECTROPY_DB_PORT: 'tcp://10.0.0.2:5432',
        },
      },
      { port: 8080 },
    ],
    ['as help, whatever else is wrong', flags('--help --port x --nonsense'), { help: true, port: 8080 }],
  ];
  test.each(cases)('%s', (_, given, expected) => expect(load(given)).toMatchObject(expected));
});

describe('a duration is written', () => {
  const cases = { '500ms': 500, '10s': 10_000, '5m': 300_000, '1h': 3_600_000, '1.5s': 1_500, '2000': 2_000 };
  test.each(Object.entries(cases))('%s', (written, ms) => {
    expect(load({ argv: ['--retry-max', written, '--retry-base', '1ms'] }).retryMaxMs).toBe(ms);
    expect(load(file(`retry-max: ${written}\nretry-base: 1`)).retryMaxMs).toBe(ms);
  });
});

describe('a problem names the key as it was written, the value and what is allowed', () => {
  const port = 'must be a whole number from 0 to 65535';
  const cases: readonly (readonly [string, Given, readonly string[]])[] = [
    ['flag', flags('--port abc'), [`--port: ${port} (got "abc")`]],
    ['negative number', flags('--port -1'), [`--port: ${port} (got "-1")`]],
    ['too large', flags('--port=65536'), [`--port: ${port} (got "65536")`]],
    ['empty flag', flags('--port='), [`--port: ${port} (got "")`]],
    ['variable', { env: { ECTROPY_PORT: '1.5' } }, [`ECTROPY_PORT: ${port} (got "1.5")`]],
    ['file key', file('port: abc'), [`ectropy.yaml: port: ${port} (got "abc")`]],
    ['file key without a value', file('port:'), [`ectropy.yaml: port: ${port} (got nothing)`]],
    ['mapping in the file', file('port: { a: 1 }'), [`ectropy.yaml: port: ${port} (got a mapping)`]],
    ['list in the file', file('port: [1]'), [`ectropy.yaml: port: ${port} (got a list)`]],
    ['choice', flags('--role boss'), ['--role: must be one of all, api, worker (got "boss")']],
    [
      'log level',
      file('log-level: loud'),
      ['ectropy.yaml: log-level: must be one of trace, debug, info, warn, error, silent (got "loud")'],
    ],
    [
      'duration without a known unit',
      flags('--lease 10y'),
      ['--lease: must be a duration from 1s to 576h, such as 500ms, 10s, 5m or 1h (got "10y")'],
    ],
    [
      'duration that would be a busy loop',
      flags('--recheck 0'),
      ['--recheck: must be a duration from 1s to 576h, such as 500ms, 10s, 5m or 1h (got "0")'],
    ],
    [
      'duration that a timer cannot hold',
      flags('--shutdown 577h'),
      ['--shutdown: must be a duration from 0s to 576h, such as 500ms, 10s, 5m or 1h (got "577h")'],
    ],
    ['host with a port', flags('--host a:80'), ['--host: must be an IP address or a host name, without a port (got "a:80")']],
    [
      'endpoint, whose password is hidden',
      flags('--otlp-endpoint ftp://u:pw@c'),
      ['--otlp-endpoint: must be an http:// or https:// URL (got "ftp://u:***@c")'],
    ],
    [
      'secret',
      { env: { DATABASE_URL: 'mysql://u:hunter2@h/d' } },
      ['DATABASE_URL: must be a postgres:// or postgresql:// URL (the value is secret and is not shown)'],
    ],
    [
      'secret in a file',
      { env: { ECTROPY_DATABASE_URL_FILE: '/s' }, files: { '/s': 'mysql://u:hunter2@h/d' } },
      ['ECTROPY_DATABASE_URL_FILE: must be a postgres:// or postgresql:// URL (the value is secret and is not shown)'],
    ],
    [
      'secret in an empty file',
      { env: { ECTROPY_CACHE_URL_FILE: '/s' }, files: { '/s': '\n' } },
      ['ECTROPY_CACHE_URL_FILE: must be a redis://, rediss:// or valkey:// URL (the value is secret and is not shown)'],
    ],
    [
      'secret in a file that is missing',
      { env: { ECTROPY_DATABASE_URL_FILE: '/run/s' } },
      ['ECTROPY_DATABASE_URL_FILE: must be a readable file (got "/run/s"): there is no such file'],
    ],
    [
      'secret in a file that is locked',
      { env: { ECTROPY_DATABASE_URL_FILE: '/run/locked' } },
      ['ECTROPY_DATABASE_URL_FILE: must be a readable file (got "/run/locked"): it cannot be read (EACCES)'],
    ],
    [
      'secret that is given twice',
      { env: { ECTROPY_DATABASE_URL_FILE: '/s', ECTROPY_DATABASE_URL: 'postgres://h/e' }, files: { '/s': 'postgres://h/d' } },
      ['ECTROPY_DATABASE_URL and ECTROPY_DATABASE_URL_FILE are both set -- give one of them'],
    ],
    [
      'file of what is no secret',
      { env: { ECTROPY_PORT_FILE: '/s' }, files: { '/s': '80' } },
      ['variable ECTROPY_PORT_FILE is not a setting -- run with --help to see all settings'],
    ],
    ['missing value at the end', flags('--port'), [`--port needs a value: a whole number from 0 to 65535`]],
    ['missing value before a flag', flags('--port --help=false'), [`--port needs a value: a whole number from 0 to 65535`]],
    ['value of a switch', flags('--help=perhaps'), ['--help: must be true or false (got "perhaps")']],
    ['unknown flag', flags('--prot 80'), ['flag --prot is not a setting -- did you mean --port?']],
    [
      'unknown flag with a secret',
      flags('--databse-url postgres://u:hunter2@h'),
      ['flag --databse-url is not a setting -- did you mean --database-url?'],
    ],
    ['unknown flag like nothing', flags('--quux'), ['flag --quux is not a setting -- run with --help to see all settings']],
    [
      'unknown variable',
      { env: { ECTROPY_LOGLEVEL: 'info', OTHER: 'x' } },
      ['variable ECTROPY_LOGLEVEL is not a setting -- did you mean ECTROPY_LOG_LEVEL?'],
    ],
    ['unknown file key', file('logLevel: info'), ['ectropy.yaml: logLevel is not a setting -- did you mean log-level?']],
    [
      'file key that only a flag may give',
      file('help: true'),
      ['ectropy.yaml: help is not a setting -- run with --help to see all settings'],
    ],
    [
      'argument',
      flags('postgres://u:hunter2@h'),
      ['unexpected argument "postgres://u:***@h" -- settings are given as flags; run with --help to see them'],
    ],
    [
      'chosen file that is missing',
      flags('--config no.yaml'),
      ['--config: must be a readable file (got "no.yaml"): there is no such file'],
    ],
    [
      'chosen file that is locked',
      { env: { ECTROPY_CONFIG: '/etc/locked' } },
      ['ECTROPY_CONFIG: must be a readable file (got "/etc/locked"): it cannot be read (EACCES)'],
    ],
    ['list as a file', file('- port'), ['ectropy.yaml: must be a mapping of settings to values (got a list)']],
    ['two documents', file('port: 1\n---\nport: 2'), ['ectropy.yaml: must be one YAML document (got 2)']],
    [
      'worker without workers',
      { argv: ['--role', 'worker'], env: { ECTROPY_WORKERS: '0' } },
      ['--role (worker) and ECTROPY_WORKERS (0) contradict each other: this process would do nothing -- give at least 1 worker'],
    ],
    [
      'api with workers',
      { argv: ['--role=api'], ...file('workers: 4') },
      [
        '--role (api) and ectropy.yaml: workers (4) contradict each other: an api process does no work -- leave workers out, or take the role all',
      ],
    ],
    ['pauses in the wrong order', flags('--retry-base 10m'), ['--retry-base (10m) must not be longer than retry-max (5m, the default)']],
  ];
  test.each(cases)('%s', (_, given, expected) => expect(problems(given)).toEqual(expected));

  test('and all problems come at once', () => {
    const given = { argv: ['--port', 'x', '--prot', '1'], env: { ECTROPY_LEASE: 'x', ECTROPY_X: '1' }, ...file('role: x\nhots: y') };
    expect(problems(given)).toHaveLength(6);
  });

  test('and a contradiction is not made of a value that is wrong by itself', () => {
    expect(problems(flags('--role api --workers x'))).toHaveLength(1);
  });

  test('and a broken file does not show its lines, which may hold a secret', () => {
    const [problem = '', ...more] = problems(file('database-url: postgres://u:hunter2@h\nport: [1\nrole: api\n'));
    expect(problem).toMatch(/^ectropy\.yaml: must be YAML or JSON, but in line \d+: /);
    expect(problem).not.toContain('hunter2');
    expect(more).toEqual([]);
  });
});

describe('the table describes itself', () => {
  test('every default is allowed', () => {
    const wrong = names.filter((name) => {
      const { default: written, value } = settingOf(name);
      return written !== undefined && value.read(written, '/') === undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('help and reference name every setting', () => {
    const help = helpText('ectropy serve');
    const table = referenceTable();
    for (const name of names) {
      expect(help).toContain(`${flagOf(name)}`);
      expect(table).toContain(`${flagOf(name)}`);
    }
    expect(help).toContain('(default: 8080; env: ECTROPY_PORT)');
    expect(help).toContain(`env: ${envOf('database-url')}, ${envOf('database-url')}_FILE, DATABASE_URL`);
    expect(table).toContain('| `--port <number>` | `ECTROPY_PORT` | `port` | `8080` | The port to listen on; 0 takes any free one. ');
  });

  test('every row of the reference has five cells', () => {
    const rows = referenceTable().trim().split('\n');
    expect(rows).toHaveLength(names.length + 2);
    expect(new Set(rows.map((row) => row.split(/(?<!\\)\|/).length))).toEqual(new Set([7]));
  });

  test('the shown configuration hides secrets', () => {
    const shown = shownConfig(load(flags('--database-url postgres://u:hunter2@h/d')));
    expect(shown).toMatchObject({ databaseUrl: '(secret)', port: 8080, otlpEndpoint: null });
  });
});

describe('listening', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    'is allowed on %s',
    (host) => {
      expect(bindProblem(load({ argv: ['--host', host] }))).toBeUndefined();
    },
  );

  test.each(['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'example.org', 'localhost.example.org', 'fe80::1'])('is refused on %s', (host) => {
    expect(bindProblem(load({ argv: ['--host', host] }))).toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`host ${host} can be reached from other machines, and authentication cannot be configured yet`),
      hint: expect.stringMatching(/127\.0\.0\.1.*--trust-network: whoever reaches the server there may then do everything$/),
    });
  });

  test.each(['0.0.0.0', '::', '10.0.0.1'])('is allowed on %s if the network is trusted', (host) => {
    expect(bindProblem(load({ argv: ['--host', host, '--trust-network'] }))).toBeUndefined();
    expect(bindProblem(load({ argv: ['--host', host], env: { ECTROPY_TRUST_NETWORK: 'true' } }))).toBeUndefined();
    expect(bindProblem(load({ argv: ['--host', host], env: { ECTROPY_TRUST_NETWORK: 'false' } }))).toBeDefined();
  });
});
