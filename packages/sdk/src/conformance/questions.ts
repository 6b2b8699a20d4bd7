import type { Intent } from '../module.ts';
import type { Stage } from './stage.ts';

/** Every intent that the world can speak of, for a resource that has been created. */
export function questions({ world, subject }: Stage): readonly Intent[] {
  const { module, spec, changed, replaced, actions = {} } = world;
  const found = { spec: subject.spec, output: subject.output };
  return [
    { type: 'create', spec },
    { type: 'update', spec },
    { type: 'update', spec: changed },
    ...(replaced === undefined ? [] : [{ type: 'update', spec: replaced } as const]),
    ...Object.entries(actions).map(([action, params]) => ({ type: 'act', action, params }) as const),
    ...(module.observe ? [missing, { ...missing, missing: false }] : []),
    ...(module.find ? [{ type: 'adopt', spec, found } as const] : []),
    { type: 'delete' },
  ];
}

const missing = { type: 'correct', missing: true, drift: [] } as const;
