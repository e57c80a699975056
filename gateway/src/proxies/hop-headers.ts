import type { Caller } from '@svc/operations/operation-context';
import type { Request } from 'express';

/** Headers that only the gateway may send to a service's internal listener; what came in under these names is overwritten. */
export function hopHeaders(request: Request, requestId: string, caller: Caller | undefined): Record<string, string> {
  return {
    'svc-assertion': caller?.assertion ?? '',
    'svc-client-address': request.ip ?? '',
    'x-request-id': requestId,
  };
}
