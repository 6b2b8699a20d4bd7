import { resolve } from 'node:path';
import { ProblemError } from '@ectropy/sdk';
import { encode } from '@ectropy/server/client';
import { merged, ownKubeconfig, readKubeconfig } from '../config/kubeconfig.ts';
import { replaceFile, textOf } from '../config/replace-file.ts';
import type { Exit } from '../exit.ts';
import type { Registrar } from '../program.ts';
import type { Session } from '../session.ts';

interface KubeconfigFlags {
  readonly merge?: string;
  readonly out?: string;
}

export function registerKubeconfig({ command, action }: Registrar): void {
  command('kubeconfig', 'print what kubectl needs to talk to the server', [
    'ectropy kubeconfig --out kubeconfig && KUBECONFIG=kubeconfig kubectl get files',
    'ectropy kubeconfig --merge ~/.kube/config',
  ])
    .option('--merge <file>', 'put it into this file, beside what stands there, and make it the current context')
    .option('--out <file>', 'write it into this file')
    .action(action(kubeconfig));
}

async function kubeconfig(session: Session, { merge, out }: KubeconfigFlags): Promise<Exit> {
  if (merge !== undefined && out !== undefined) throw new ProblemError({ code: 'invalid', message: 'give --merge or --out, not both' });
  const ours = ownKubeconfig(await session.api.text('/kubeconfig', { accept: 'application/yaml' }), session.api.server, session.project);
  if (merge !== undefined) {
    const file = resolve(session.io.cwd, merge);
    const before = textOf(file, (why) => new ProblemError({ code: 'invalid', message: `${merge}: ${why}` }));
    replaceFile(file, encode(before === undefined ? ours : merged(readKubeconfig(before, merge), ours), 'yaml'));
    session.say(`${merge} has the context ${String(ours['current-context'])} now, and it is the current one.`);
  } else if (out === undefined) session.print(encode(ours, 'yaml'));
  else {
    replaceFile(resolve(session.io.cwd, out), encode(ours, 'yaml'));
    session.say(`Written to ${out}. Use it with:\n  KUBECONFIG=${out} kubectl get files`);
  }
  return 'done';
}
