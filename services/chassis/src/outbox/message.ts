/** A message to put into the outbox. */
export interface NewMessage {
  /** Name of the service that is to get it. */
  readonly destination: string;
  /** What it is about; messages of one destination and topic are delivered together. */
  readonly topic: string;
  /** Anything that JSON can say. */
  readonly payload: unknown;
  /** Milliseconds to hold it back; unset means none. */
  readonly delayMs?: number;
  /**
   * Of undelivered messages with the same destination, topic and key only the newest is kept. For payloads that say how things
   * are, not what has happened.
   */
  readonly key?: string;
}

/** A message with what the outbox adds when it writes it down. */
export interface InsertedMessage extends NewMessage {
  /** UUIDv7. */
  readonly id: string;
  /** Milliseconds for which this process keeps the message to itself, to try it first; 0 leaves it to any process. */
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

/** Most messages in one delivery. */
export const BATCH_MAX = 100;

/** One string for a lane, to be the key of a map. */
export function laneKey({ destination, topic }: Lane): string {
  return `${destination} ${topic}`;
}

/** Messages with the same identity replace each other. */
export function identityOf(message: InsertedMessage): string {
  return `${laneKey(message)} ${message.key ?? message.id}`;
}
