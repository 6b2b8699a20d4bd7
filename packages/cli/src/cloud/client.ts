/** The console of the cloud simulator: what a person does there behind Ectropy's back. */
import { isObject, type Json, ProblemError } from '@ectropy/sdk';
import { type Api, openApi } from '../api/api.ts';

export const CLOUD_URL = 'http://127.0.0.1:8090';
export const collections = ['networks', 'servers', 'disks'] as const;

/** The same requests as to Ectropy; what is said about a cloud that is not there is about the cloud. */
export function openCloud(url: string): Pick<Api, 'call'> {
  if (!URL.canParse(url)) throw new ProblemError({ code: 'invalid', message: `--cloud: must be an address (got ${JSON.stringify(url)})` });
  const { call } = openApi(url, { refusal: cloudRefusal });
  return {
    async call(path, options) {
      try {
        return await call(path, options);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.code !== 'unavailable') throw error;
        throw new ProblemError(
          {
            code: 'unavailable',
            message: `cannot reach the cloud simulator at ${url}`,
            hint: 'start it with `ectropy cloud-sim`, or say where it is with --cloud or ECTROPY_CLOUD_URL',
          },
          { cause: error },
        );
      }
    },
  };
}

const codes = {
  not_found: 'not_found',
  exists: 'exists',
  in_use: 'conflict',
  busy: 'conflict',
  invalid: 'invalid',
  quota_exceeded: 'limited',
} as const;

function cloudRefusal(answer: Json): ProblemError {
  const { code, message } = isObject(answer) && isObject(answer.error) ? answer.error : {};
  const known = typeof code === 'string' && Object.hasOwn(codes, code) ? codes[code as keyof typeof codes] : 'internal';
  return new ProblemError({
    code: known,
    message: typeof message === 'string' ? message : 'the cloud gave no reason',
  });
}
