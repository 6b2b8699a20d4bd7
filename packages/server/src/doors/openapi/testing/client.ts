/** A client that a well-known generator makes of a document, compiled by the real compiler, and a walk through its methods. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type GenerateApiParams, generateApi } from 'swagger-typescript-api';

const run = promisify(execFile);
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

export interface GeneratedClient extends AsyncDisposable {
  readonly folder: string;
  /** What the generated module exports, from the JavaScript that the compiler made of it. */
  load(): Promise<{ readonly Api: new (options: { readonly baseUrl: string }) => GeneratedApi }>;
}

interface Answer<T> {
  readonly data: T;
  readonly status: number;
}

interface Thing {
  readonly metadata: { readonly name: string; readonly uid?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => Promise<Answer<unknown>>>>;
export type GeneratedApi = Readonly<Record<string, Methods>>;

/** Throws what the compiler says when the client does not compile. `use` is a file that imports from `./client.js`. */
export async function generateClient(document: object, use = ''): Promise<GeneratedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'ectropy-client-'));
  const spec = document as NonNullable<GenerateApiParams['spec']>;
  await generateApi({ spec, output: folder, fileName: 'client.ts', silent: true, moduleNameFirstTag: true });
  await writeFile(join(folder, 'use.ts'), `${use}\nexport {};\n`);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts', 'use.ts'] }));
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout ?? String(error));
  });
  return {
    folder,
    load: async () =>
      (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out', 'client.js')).href)) as Awaited<
        ReturnType<GeneratedClient['load']>
      >,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  outDir: 'out',
};

const call = async <T>(methods: Methods | undefined, name: string, ...parameters: readonly unknown[]): Promise<Answer<T>> => {
  const method = methods?.[name];
  if (!method) throw new Error(`the client has no ${name}`);
  return (await method(...parameters)) as Answer<T>;
};

export interface Walk {
  /** As the client calls it: `file`, with methods `createFile`, `listFile`, … */
  readonly module: string;
  readonly name: string;
  readonly project: string;
  readonly object: { readonly metadata: { readonly name: string } } & object;
}

/** Creates, reads, lists, labels and deletes through the generated client; answers with what each step saw. */
export async function exerciseClient(client: GeneratedClient, baseUrl: string, { module, name, project, object }: Walk) {
  const { Api } = await client.load();
  const methods = new Api({ baseUrl })[module];
  const kind = module.charAt(0).toUpperCase() + module.slice(1);
  const merge = { type: undefined, headers: { 'Content-Type': 'application/merge-patch+json' } }; // the generator's own choice would win otherwise
  const created = await call<Thing>(methods, `create${kind}`, project, object);
  const read = await call<Thing>(methods, `get${kind}`, project, name);
  const listed = await call<{ readonly items: readonly Thing[] }>(methods, `list${kind}`, project);
  const patched = await call<Thing>(methods, `patch${kind}`, project, name, { metadata: { labels: { by: 'client' } } }, {}, merge);
  const removed = await call<unknown>(methods, `delete${kind}`, project, name);
  const missing = await call<Thing>(methods, `get${kind}`, project, name).catch((error: { readonly status: number }) => error);
  return {
    created: created.data,
    read: read.data,
    names: listed.data.items.map(({ metadata }) => metadata.name),
    labels: patched.data.metadata.labels,
    removed: removed.status,
    missing: missing.status,
  };
}
