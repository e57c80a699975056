import { v5 as nameBasedId } from 'uuid';

/** The namespace of records of agents' writes (RFC 9562 section 5.5). */
const NAMESPACE = '5d0a9c1e-6d0f-4a5b-9a3f-3b1c4f7f2f10';

/** An agent's write, as its record identifies it. */
export interface RecordedWrite {
  readonly userId: string;
  /** Null for an adapter. */
  readonly connectionId: string | null;
  readonly operation: string;
  /** Name that the agent gave its call; it may give the same to many. */
  readonly requestId: string;
  /** Unique to the call; gateways of the previous release send none. */
  readonly recordId: string | undefined;
}

/**
 * Id of the record of an agent's write: the same wherever it is created, so that one reported by two processes, or twice, counts once, and no two
 * writes count as one.
 */
export function toolCallId({ userId, connectionId, operation, requestId, recordId }: RecordedWrite): string {
  const name = recordId === undefined ? [userId, connectionId, operation, requestId] : [recordId, operation];
  return nameBasedId(JSON.stringify(name), NAMESPACE);
}
