/** A delete that is under way cannot be taken back, but how it is done can still be said (L9). */
import { isObject, type Json, type Kind } from '@ectropy/sdk';
import { ask, askChange, type Scene, subjectOf } from './ask.ts';
import { alters, diff } from './diff.ts';
import type { AskedUpdate } from './plan-update.ts';
import type { Admitted, Resource } from './resource.ts';

/** The delete planned anew, by a spec that differs only in what deletes go by; `undefined` for any other edit, which comes too late. */
export function planRedelete(current: Resource, declared: Admitted, scene: Scene): AskedUpdate | undefined {
  const { module } = scene;
  const { deleteBy = [], sets } = module.kind;
  if (current.deletionRequestedAt === undefined || deleteBy.length === 0) return undefined;
  const subject = { ...subjectOf(current, scene), spec: current.spec };
  const wish = askChange(module, subject, { type: 'update', spec: declared.spec });
  const spec = wish.type === 'noop' ? current.spec : wish.spec;
  const changes = diff(current.spec, spec, sets);
  if (changes.length === 0 || !changes.every((change) => alters(change, deleteBy))) return undefined;
  const { former } = 'former' in current.state ? current.state : {};
  const standing = former === undefined ? undefined : told(former, spec, deleteBy);
  const plan = ask(module, { ...subject, spec: standing ?? spec }, { type: 'delete' });
  if (plan.type !== 'change') return undefined;
  const kept = standing === undefined ? {} : { former: standing };
  return { plan: { ...plan, spec }, happening: { type: 'planned', goal: 'absent', memo: plan.memo, ...kept } };
}

/** What stands there was made from another spec (R11), and is deleted by that and by what is said now. */
const told = (former: Json, spec: Json, fields: NonNullable<Kind['deleteBy']>): Json =>
  isObject(former) && isObject(spec)
    ? { ...former, ...Object.fromEntries(Object.entries(spec).filter(([field]) => fields.includes(field))) }
    : former;
