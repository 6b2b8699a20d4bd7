import type { Requirement } from '../../core/labels.ts';
import type { FieldRequirement } from '../../store/port.ts';
import type { WireView } from './view.ts';
import { badRequest } from './wire/refused.ts';

/** Labels that clients see although nobody wrote them stand in no row: what is demanded of one is demanded of the field that it repeats. */
export function splitImplied(requirements: readonly Requirement[], { implied }: WireView) {
  const isImplied = ({ key }: Requirement): boolean => key === implied?.label;
  const { path = [] } = implied ?? {};
  return {
    labels: requirements.filter((each) => !isImplied(each)),
    fields: requirements.filter(isImplied).flatMap((each) => fieldsOf(each, path)),
  };
}

function fieldsOf(requirement: Requirement, path: readonly string[]): readonly FieldRequirement[] {
  switch (requirement.op) {
    case 'exists':
      return [];
    case 'absent':
      return [{ path, op: 'is', value: '' }];
    case 'notin':
      return requirement.values.map((value) => ({ path, op: 'isnt', value }));
    case 'in': {
      const [value = '', ...others] = requirement.values;
      if (others.length > 0) throw badRequest(`only one value can be asked for of the label ${requirement.key}`);
      return [{ path, op: 'is', value }];
    }
  }
}
