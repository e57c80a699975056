import { claimantOf, type Claimant } from '@svc/chassis/limits/claimant';
import type { Caller } from '@svc/operations/operation-context';
import type { Request } from 'express';

/** Who has the room that a request takes: the user, or the network of a caller that has not signed in. */
export function claimantFor(caller: Caller | undefined, request: Request): Claimant {
  return claimantOf(caller && 'userId' in caller ? caller.userId : undefined, request.ip ?? '');
}
