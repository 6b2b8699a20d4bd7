/** The language of rules: CEL with the functions that people know from Kubernetes, every step paid for. */
import { type CelEnv, celEnv, type CelFunc, celMethod, type CelResult, CelScalar, listType, parse, plan } from '@bufbuild/cel';
import { equalityFunctions } from './equality.ts';
import { kubernetesFunctions } from './kubernetes.ts';
import { callWith, listFunctions } from './lists.ts';
import { type Meter, metered } from './meter.ts';
import { stringFunctions } from './strings.ts';

export interface Language {
  readonly env: CelEnv;
  /** Evaluation is synchronous: whoever evaluates fills it first. */
  readonly meter: Meter;
  /** Reads a text as a value of another type, at no cost. */
  readonly read: Readonly<Record<'timestamp' | 'duration', (text: string) => CelResult>>;
}

const { BOOL, DYN } = CelScalar;
const OPTIONAL = listType(DYN);

/** A value that may be absent is a list of at most one. */
const optionals: readonly CelFunc[] = [
  celMethod('hasValue', OPTIONAL, [], BOOL, function () {
    return this.size > 0;
  }),
  celMethod('value', OPTIONAL, [], DYN, function () {
    const value = this.get(0);
    if (value === undefined) throw new Error('there is no value');
    return value;
  }),
  celMethod('orValue', OPTIONAL, [DYN], DYN, function (otherwise) {
    return this.get(0) ?? otherwise;
  }),
];

function reader(name: string): (text: string) => CelResult {
  const program = plan(celEnv(), parse(`${name}(self)`));
  return (text) => program({ self: text });
}

let shared: Language | undefined;

/** Made once, when the first rule comes. */
export function language(): Language {
  if (shared) return shared;
  const meter: Meter = { left: 0 };
  const equality = equalityFunctions(meter);
  const operators = celEnv({ funcs: [...equality] });
  const call = callWith((name) => operators.funcs.find(name));
  const funcs = [...equality, ...stringFunctions(meter), ...listFunctions(meter, call), ...kubernetesFunctions, ...optionals];
  shared = { env: metered(celEnv({ funcs }), meter), meter, read: { timestamp: reader('timestamp'), duration: reader('duration') } };
  return shared;
}
