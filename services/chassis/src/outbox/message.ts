/** A message to put into the outbox. */
export interface NewMessage {
  /** Name of the receiving service. */
  readonly destination: string;
  /** Topic of the message; messages with the same destination and topic are delivered together. */
  readonly topic: string;
  /** Any JSON value. */
  readonly payload: unknown;
  /** Delay before the first delivery in milliseconds; none when unset. */
  readonly delayMs?: number;
  /** Keeps only the newest undelivered message with the same destination, topic and key. For payloads that describe a state, not an event. */
  readonly key?: string;
}

/** A message with the fields that the outbox adds when storing it. */
export interface InsertedMessage extends NewMessage {
  /** UUIDv7. */
  readonly id: string;
  /** Milliseconds for which this process leases the message for its first try; 0 leaves it to any process. */
  readonly leaseMs: number;
}

/** A message as its delivery sees it. */
export interface OutboxMessage {
  /** UUIDv7; the same in every attempt. */
  readonly id: string;
  readonly payload: unknown;
}

/** Messages with the same destination and topic share a queue; queues do not block each other. */
export interface Queue {
  readonly destination: string;
  readonly topic: string;
}

/** One to 100 messages of a queue. */
export interface Batch extends Queue {
  readonly messages: readonly OutboxMessage[];
}

/** Maximum messages in one delivery. */
export const BATCH_MAX = 100;

/** A queue as a string, for keys of maps. */
export function queueKey({ destination, topic }: Queue): string {
  return `${destination} ${topic}`;
}

/** Messages with the same identity replace each other. */
export function identityOf(message: InsertedMessage): string {
  return `${queueKey(message)} ${message.key ?? message.id}`;
}
