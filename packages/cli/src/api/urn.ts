/** Resources as the server names them in its sentences. */
import type { Session } from '../session.ts';
import { findType, type ResourceType } from './types.ts';

export const URN = /orn:entropy:[^\s:',;]+:[^\s:',;]+:[^\s',;]+/g;

/** `CloudServer/web-1`, and where it is, unless it is here. */
export function titleOfUrn(urn: string, types: readonly ResourceType[], project: string): string {
  const [, , kind = '', place = '', name = ''] = urn.split(':');
  const type = types.find((one) => isCalled(kind, one));
  return `${type?.kind ?? kind}/${name}${place === project || place === '_' ? '' : ` in ${place}`}`;
}

function isCalled(kind: string, type: ResourceType): boolean {
  try {
    return findType(kind, [type]) === type;
  } catch {
    return false;
  }
}

/** How this server's kinds are called, for whoever shows URNs. */
export async function titlesOf({ types, project }: Pick<Session, 'types' | 'project'>): Promise<(urn: string) => string> {
  const known = await types();
  return (urn) => titleOfUrn(urn, known, project);
}

/** A sentence of the server with resources as people name them. */
export const inTitles = (sentence: string, types: readonly ResourceType[], project: string): string =>
  sentence.replaceAll(new RegExp(`(?:resource with urn )?'?(${URN.source})'?`, 'g'), (_, urn: string) => titleOfUrn(urn, types, project));
