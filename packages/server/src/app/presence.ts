import { ProblemError } from '@ectropy/sdk';
import { notFound, refuseIfUnsettled } from '../core/propose.ts';
import type { Resource, Version } from '../core/resource.ts';
import type { Urn } from '../core/urn.ts';
import type { Request } from './request.ts';

/** There or not there, as the request demands, and at the version that it has seen. */
export function presence(request: Request, urn: Urn, current: Resource | undefined, onlySettled: boolean): Resource | undefined {
  const mode = request.type === 'apply' ? request.edit.mode : request.type === 'adopt' ? 'create' : 'update';
  if (mode === 'create' && current) throw new ProblemError({ code: 'exists', message: `resource with urn '${urn}' already exists` });
  if (mode === 'update' && !current) throw new ProblemError(notFound(urn));
  const expected = expectedOf(request);
  if (expected !== undefined && current?.version !== expected)
    throw new ProblemError({
      code: 'conflict',
      message: `resource with urn '${urn}' is at version ${current?.version ?? '(absent)'}, not at ${expected}`,
      hint: 'read it again and repeat the change',
    });
  if (request.type === 'remove' && request.remove.uid !== undefined && current?.uid !== request.remove.uid)
    throw new ProblemError({ code: 'conflict', message: `'${urn}' is not the one that was meant: it has another uid` });
  if (current && onlySettled && request.type === 'apply') refuseIfUnsettled(current, 'update');
  return current;
}

function expectedOf(request: Request): Version | undefined {
  if (request.type === 'apply') return request.edit.expected;
  if (request.type === 'act') return request.act.expected;
  return request.type === 'remove' ? request.remove.expected : undefined;
}
