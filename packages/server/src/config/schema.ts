import {
  choice,
  domain,
  duration,
  host,
  httpUrl,
  names as nameList,
  path,
  paths,
  postgresUrl,
  redisUrl,
  text,
  toggle,
  whole,
} from './value.ts';
import type { Value } from './value.ts';

/** One setting. Its key gives all its names: `log-level` is `--log-level`, `ECTROPY_LOG_LEVEL`, `log-level:` in the file, `logLevel` in code. */
export interface Setting {
  readonly value: Value;
  /** One plain sentence or more, for people. */
  readonly about: string;
  /** As a user would write it. */
  readonly default?: string;
  /** Instead of a default: what it is computed from, for people. The value is always there. */
  readonly derived?: string;
  /** A second environment variable, read when the first is not set. */
  readonly alsoEnv?: string;
  /** A one-letter flag. */
  readonly short?: string;
  /** The value is never shown. */
  readonly secret?: true;
  /** The sources that may give it, if not all. */
  readonly from?: readonly Source[];
}

export type Source = 'flag' | 'env' | 'file';

/** Timers of the platform overflow above 2^31 ms, and would fire at once. */
const longest = '576h';

export const settings = {
  host: { value: host, default: '127.0.0.1', about: 'The address to listen on.' },
  port: { value: whole(0, 65_535), default: '8080', about: 'The port to listen on; 0 takes any free one.' },
  'allowed-hosts': {
    value: nameList,
    default: '',
    about: 'Further names, separated by commas, under which requests may address this server in their Host header.',
  },
  'trust-network': {
    value: toggle,
    default: 'false',
    about:
      'Listen on any address, because the network itself keeps strangers out, as that of a few containers or of a tunnel does: whoever reaches the server may do everything. Names other than its address go to allowed-hosts.',
  },
  role: {
    value: choice('all', 'api', 'worker'),
    default: 'all',
    about: 'What this process does: answer requests (api), work on resources (worker), or both (all).',
  },
  workers: {
    value: whole(0, 10_000),
    default: '64',
    about: 'How many resources are worked on at once; 0 leaves the work to other processes. With role api it is 0.',
  },
  data: { value: path, default: './.ectropy', about: 'The folder of the embedded store.' },
  'database-url': {
    value: postgresUrl,
    alsoEnv: 'DATABASE_URL',
    secret: true,
    about:
      'An external PostgreSQL, used instead of the embedded store. Of several hosts, separated by commas, the one that takes writes is used.',
  },
  extensions: {
    value: paths,
    default: '',
    about: 'Files, separated by commas, that export further kinds: `modules` and `accessors`, each a list.',
  },
  'group-suffix': {
    value: domain,
    default: 'ectropy.dev',
    about: 'What the API groups of this server end with, so that the product can carry another name.',
  },
  'group-aliases': {
    value: nameList,
    default: '',
    about: 'Suffixes, separated by commas, that the API groups had before: documents that still use them are read.',
  },
  'cache-url': {
    value: redisUrl,
    secret: true,
    about: 'A Redis or Valkey server in which the replicas share what they have read from other services; without it each keeps its own.',
  },
  'files-root': { value: path, derived: '<data>/files', about: 'The folder in which resources of kind file live.' },
  'secret-key-file': {
    value: path,
    derived: '<data>/secret.key',
    about: 'The file with the keys that secrets are sealed with, one per line; with the embedded store it is made where it is absent.',
  },
  'cloud-url': {
    value: httpUrl,
    default: 'http://127.0.0.1:8090',
    about: 'Where the cloud of the cloud_* kinds answers; a project may configure another one for itself.',
  },
  recheck: { value: duration('1s', longest), default: '5m', about: 'How often a ready resource is looked at for drift.' },
  'retry-attempts': {
    value: whole(1, 1_000),
    default: '8',
    about: 'How many times in a row a step may fail before its resource is failed.',
  },
  'retry-base': {
    value: duration('1ms', longest),
    default: '1s',
    about: 'The pause after the first failure; it doubles with each further one.',
  },
  'retry-max': { value: duration('1ms', longest), default: '5m', about: 'The longest pause between two attempts.' },
  lease: {
    value: duration('1s', longest),
    default: '10s',
    about: 'How long a worker owns a resource without a sign of life; after a crash its resources go on this much later.',
  },
  'retain-changes': { value: duration('0s', '87600h'), default: '1h', about: 'How far back a watch can be resumed.' },
  'retain-events': { value: duration('0s', '87600h'), default: '24h', about: 'How long events are kept.' },
  shutdown: { value: duration('0s', longest), default: '20s', about: 'How long running work may take to finish when the server stops.' },
  'log-level': {
    value: choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    about: 'The least level that is logged.',
  },
  'log-format': {
    value: choice('auto', 'json', 'pretty'),
    default: 'auto',
    about: 'How log records are written; auto is pretty on a terminal and json elsewhere.',
  },
  'no-color': { value: toggle, default: 'false', alsoEnv: 'NO_COLOR', about: 'Write the pretty log without colours.' },
  'otlp-endpoint': {
    value: httpUrl,
    alsoEnv: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: 'An OpenTelemetry collector that takes traces over OTLP/HTTP; without it there is no tracing.',
  },
  'service-name': { value: text, default: 'ectropy', alsoEnv: 'OTEL_SERVICE_NAME', about: 'The name of this service in traces.' },
  config: {
    value: path,
    from: ['flag', 'env'],
    about: 'A YAML or JSON file with settings; without it ectropy.yaml, if that exists. Relative paths in the file start from its folder.',
  },
  help: { value: toggle, default: 'false', short: 'h', from: ['flag'], about: 'Show this text.' },
  version: { value: toggle, default: 'false', short: 'v', from: ['flag'], about: 'Show the version.' },
} as const satisfies Record<string, Setting>;

type Table = typeof settings;
export type Name = keyof Table;

type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Text;
type Property<Key extends Name> = `${Camel<Key>}${Table[Key]['value']['suffix']}`;
type Read<Key extends Name> = Exclude<ReturnType<Table[Key]['value']['read']>, undefined>;
type Always<Key extends Name> = Table[Key] extends { readonly default: string } | { readonly derived: string } ? true : false;

/** The settings as the server reads them: parsed once, frozen, passed down. */
export type Config = { readonly [Key in Name as Property<Key>]: Always<Key> extends true ? Read<Key> : Read<Key> | undefined };

const isName = (key: string): key is Name => Object.hasOwn(settings, key);

export const names: readonly Name[] = Object.keys(settings).filter(isName);
export const settingOf = (name: Name): Setting => settings[name];
export const mayComeFrom = (name: Name, source: Source): boolean => settingOf(name).from?.includes(source) ?? true;

export const flagOf = (name: Name): string => `--${name}`;
export const envOf = (name: Name): string => `ECTROPY_${name.toUpperCase().replaceAll('-', '_')}`;
/** The variable that names a file with the value; only secrets have one. */
export const envFileOf = (name: Name): string | undefined => (settingOf(name).secret ? `${envOf(name)}_FILE` : undefined);
export const propertyOf = (name: Name): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) + settings[name].value.suffix;
