/** A message to put into the outbox. */
export interface NewMessage {
  /** Name of the receiving service. */
  readonly destination: string;
  /** Its subject; messages of one destination and topic are delivered together. */
  readonly topic: string;
  /** Any JSON value. */
  readonly payload: unknown;
  /** Milliseconds to hold it back; unset means none. */
  readonly delayMs?: number;
  /** Keeps only the newest undelivered message with the same destination, topic and key. For payloads that describe a state, not an event. */
  readonly key?: string;
}

/** A message with the fields that the outbox adds when storing it. */
export interface InsertedMessage extends NewMessage {
  /** UUIDv7. */
  readonly id: string;
  /** Milliseconds for which this process reserves the message for its first try; 0 leaves it to any process. */
  readonly leaseMs: number;
}

/** A message as its delivery sees it. */
export interface OutboxMessage {
  /** UUIDv7; the same in every attempt. */
  readonly id: string;
  readonly payload: unknown;
}

/** Messages with the same destination and topic share a lane, which no other lane holds up. */
export interface Lane {
  readonly destination: string;
  readonly topic: string;
}

/** One to 100 messages of a lane. */
export interface Batch extends Lane {
  readonly messages: readonly OutboxMessage[];
}

/** Maximum messages in one delivery. */
export const BATCH_MAX = 100;

/** A lane as a string, for keys of maps. */
export function laneKey({ destination, topic }: Lane): string {
  return `${destination} ${topic}`;
}

/** Messages with the same identity replace each other. */
export function identityOf(message: InsertedMessage): string {
  return `${laneKey(message)} ${message.key ?? message.id}`;
}
