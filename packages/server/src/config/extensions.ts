import { pathToFileURL } from 'node:url';
import { type Module, ProblemError, type Served } from '@ectropy/sdk';

interface Extension {
  readonly modules?: readonly Module[];
  readonly accessors?: readonly Served[];
}

/** Kinds that an operator brings along. A file that cannot be loaded stops the start. */
export async function loadExtensions(files: readonly string[]): Promise<Required<Extension>> {
  const loaded = await Promise.all(files.map(loadExtension));
  return { modules: loaded.flatMap(({ modules = [] }) => modules), accessors: loaded.flatMap(({ accessors = [] }) => accessors) };
}

async function loadExtension(file: string): Promise<Extension> {
  try {
    return (await import(pathToFileURL(file).href)) as Extension;
  } catch (error) {
    throw new ProblemError(
      { code: 'invalid', path: ['extensions'], message: `cannot load ${file}: ${error instanceof Error ? error.message : String(error)}` },
      { cause: error },
    );
  }
}
