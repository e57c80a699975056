import { v5 as nameBasedId } from 'uuid';

/** The namespace of records of agents' writes (RFC 9562 section 5.5). */
const NAMESPACE = '5d0a9c1e-6d0f-4a5b-9a3f-3b1c4f7f2f10';

/**
 * Id of the record of an agent's write: the same wherever it is written down, so that one which is reported by two processes, or twice,
 * counts once. `connectionId` is null for an adapter.
 */
export function toolCallId(call: {
  readonly userId: string;
  readonly connectionId: string | null;
  readonly operation: string;
  readonly requestId: string;
}): string {
  const { userId, connectionId, operation, requestId } = call;
  return nameBasedId(JSON.stringify([userId, connectionId, operation, requestId]), NAMESPACE);
}
