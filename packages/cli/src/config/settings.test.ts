import { describe, expect, test } from 'vitest';
import type { ConfigFile } from './file.ts';
import { configPath } from './file.ts';
import { merged, ownKubeconfig, readKubeconfig } from './kubeconfig.ts';
import { settle } from './settings.ts';

const config: ConfigFile = {
  file: 'c.yaml',
  current: 'lab',
  contexts: [{ name: 'lab', server: 'http://lab', project: 'shop' }, { name: 'bare' }],
};

const server = (flags = {}, env = {}, file: ConfigFile = config) => settle(flags, env, file).server;

describe('settings', () => {
  test('a flag wins over the environment, that over the context, that over the default', () => {
    expect(server({ server: 'http://flag' }, { ECTROPY_SERVER: 'http://env' })).toEqual({ value: 'http://flag', origin: '--server' });
    expect(server({}, { ECTROPY_SERVER: 'http://env' })).toEqual({ value: 'http://env', origin: 'ECTROPY_SERVER' });
    expect(server()).toEqual({ value: 'http://lab', origin: 'context lab in c.yaml' });
    expect(server({ context: 'bare' }, { ECTROPY_CONTEXT: 'lab' })).toEqual({ value: 'http://127.0.0.1:8080', origin: 'default' });
    expect(server({}, { ECTROPY_SERVER: '' }, { file: '', contexts: [] }).origin).toBe('default');
  });

  test.each([
    [{ context: 'lap' }, {}, '--context: there is no context "lap"; did you mean lab?'],
    [{}, { ECTROPY_CONTEXT: 'zzzzzz' }, 'ECTROPY_CONTEXT: there is no context "zzzzzz"'],
    [{}, { ECTROPY_SERVER: 'localhost:8080' }, 'ECTROPY_SERVER: the server must be an address'],
    [{ server: 'file:///etc' }, {}, '--server: the server must be an address'],
  ])('%j with %j is refused', (flags, env, said) => {
    expect(() => settle(flags, env, config)).toThrow(said);
  });

  test.each([
    [{ ECTROPY_CONFIG_HOME: '/c', XDG_CONFIG_HOME: '/x', HOME: '/h' }, '/c/config.yaml'],
    [{ XDG_CONFIG_HOME: '/x', HOME: '/h' }, '/x/ectropy/config.yaml'],
    [{ XDG_CONFIG_HOME: '', HOME: '/h' }, '/h/.config/ectropy/config.yaml'],
  ])('the file with %j is %s', (env, file) => {
    expect(configPath(env)).toBe(file);
  });
});

describe('a kubeconfig', () => {
  const theirs = readKubeconfig('users: [{ name: me, user: { token: t } }, 5]\ncontexts: nonsense\nx: 1\n', 'f');
  const ours = ownKubeconfig(
    'clusters: [{ name: e, cluster: { server: old } }]\ncontexts: [{ name: e }]\nusers: [{ name: e }]\ncurrent-context: e\n',
    'http://s',
    'p',
  );

  test('has the address and the project in use', () => {
    expect(ours).toMatchObject({ clusters: [{ cluster: { server: 'http://s' } }], contexts: [{ name: 'e', context: { namespace: 'p' } }] });
  });

  test('keeps what others put there, and a second time changes nothing', () => {
    const once = merged(theirs, ours);
    expect(once).toMatchObject({
      x: 1,
      users: [{ name: 'me', user: { token: 't' } }, 5, { name: 'e' }],
      contexts: [{ name: 'e' }],
      'current-context': 'e',
    });
    expect(merged(once, ours)).toEqual(once);
  });

  test.each(['- a', '5', 'a: [', 'a: 1\n---\nb: 2'])('that is %j is refused', (text) => {
    expect(() => readKubeconfig(text, 'f')).toThrow('f: ');
  });
});
