/** For tests: the `http_check` kind under another name and in a hurry. */
import { httpCheckModule } from '@ectropy/modules';

const module = httpCheckModule({ recheckMs: 200 });

export const modules = [{ ...module, kind: { ...module.kind, name: 'quick_check', names: { plural: 'quickchecks' } } }];
