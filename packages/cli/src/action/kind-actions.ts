/** The actions of a kind, as the server describes them. */
import { isObject, type JsonObject, ProblemError } from '@ectropy/sdk';
import { suggest } from '@ectropy/server/client';
import { itemsOf } from '../api/document.ts';
import { collectionPath, type ResourceType } from '../api/types.ts';
import type { Session } from '../session.ts';

export interface KindAction {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the parameters; absent when it takes none, or when the server does not tell. */
  readonly params?: JsonObject;
}

export async function actionsOf(type: ResourceType, session: Session): Promise<readonly KindAction[]> {
  const types = await session.types();
  const kinds = types.find(({ plural, kind }) => plural === 'kinds' && kind === 'Kind');
  const items = kinds ? itemsOf(await session.api.call(collectionPath(kinds))).filter(isObject) : [];
  const spec = items.map((item) => (isObject(item.spec) ? item.spec : {})).find((one) => isOf(one, type));
  return spec ? described(spec) : named(type);
}

const isOf = ({ group, names }: JsonObject, type: ResourceType): boolean =>
  group === type.group && isObject(names) && names.kind === type.kind;

const described = ({ actions }: JsonObject): readonly KindAction[] =>
  Object.entries(isObject(actions) ? actions : {}).map(([name, action]) => {
    const { description = '', params } = isObject(action) ? action : {};
    return { name, description: String(description), ...(isObject(params) && { params }) };
  });

/** What discovery tells. */
const named = ({ subresources }: ResourceType): readonly KindAction[] =>
  subresources.filter((name) => name.startsWith('actions/')).map((name) => ({ name: name.slice('actions/'.length), description: '' }));

export function findAction(name: string, actions: readonly KindAction[], { kind }: ResourceType): KindAction {
  const found = actions.find((action) => action.name === name);
  if (found) return found;
  const names = actions.map((action) => action.name);
  const near = suggest(name, names);
  throw new ProblemError({
    code: 'not_found',
    message: `${kind} has no action ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean ${near}?`}`,
    hint: names.length > 0 ? `its actions are ${names.join(', ')}` : 'this kind has no actions',
  });
}
