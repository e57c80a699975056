import { type Claimant, claimantOf } from '@svc/chassis/limits/claimant';
import type { Caller } from '@svc/operations/run/operation-context';
import type { Request } from 'express';

/** Whose quota a request uses: the user's, or the network's for a caller who has not signed in. */
export function claimantFor(caller: Caller | undefined, request: Request): Claimant {
  return claimantOf(caller && 'userId' in caller ? caller.userId : undefined, request.ip ?? '');
}
