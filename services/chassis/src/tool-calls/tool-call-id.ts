import { v5 as nameBasedId } from 'uuid';

/** The namespace of records of agents' writes (RFC 9562 section 5.5). */
const NAMESPACE = '5d0a9c1e-6d0f-4a5b-9a3f-3b1c4f7f2f10';

/** The fields that identify the record of an agent's write. */
export interface RecordedWrite {
  readonly userId: string;
  /** UUID of the agent's connection; null for an adapter. */
  readonly connectionId: string | null;
  readonly operation: string;
  /** Request id that the agent gave its call; not necessarily unique. */
  readonly requestId: string;
  /** Unique to the call; gateways of the previous release send none. */
  readonly recordId: string | undefined;
}

/**
 * Id of the record of an agent's write. It is deterministic, so that a write reported twice, or by two processes, counts once; different writes get
 * different ids.
 */
export function toolCallId({ userId, connectionId, operation, requestId, recordId }: RecordedWrite): string {
  const name = recordId === undefined ? [userId, connectionId, operation, requestId] : [recordId, operation];
  return nameBasedId(JSON.stringify(name), NAMESPACE);
}
