import type { Problem } from '@ectropy/sdk';
import { invalid } from './given.ts';
import type { Given } from './given.ts';
import { settingOf } from './schema.ts';
import type { Config, Name } from './schema.ts';

/** Settings that are allowed one by one and make no sense together. `given` holds only what could be read. */
export function contradictions(config: Config, given: ReadonlyMap<Name, Given>): readonly Problem[] {
  const say = (name: Name): string => {
    const one = given.get(name);
    return one ? `${one.as} (${one.text})` : `${name} (${settingOf(name).default}, the default)`;
  };
  const workers = given.get('workers');
  const problems: Problem[] = [];
  if (config.role === 'worker' && config.workers === 0) {
    problems.push(
      invalid(`${say('role')} and ${say('workers')} contradict each other: this process would do nothing`, 'give at least 1 worker'),
    );
  }
  if (config.role === 'api' && workers && Number(workers.text) > 0) {
    problems.push(
      invalid(
        `${say('role')} and ${say('workers')} contradict each other: an api process does no work`,
        'leave workers out, or take the role all',
      ),
    );
  }
  if (config.retryBaseMs > config.retryMaxMs) {
    problems.push(invalid(`${say('retry-base')} must not be longer than ${say('retry-max')}`));
  }
  return problems;
}
