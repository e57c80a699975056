import type { Readable } from 'node:stream';
import type { SizedStream } from './sized-stream.js';

/** A range of an object: at least one byte, all within it. */
export interface ByteRange {
  readonly offset: number;
  readonly bytes: number;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Time when the object was last stored. */
  readonly modifiedAt: Date;
}

/**
 * Objects under content-addressed keys (`originalKey`, `derivedKey`), so that storing one twice changes only `modifiedAt`. Every method throws
 * UNAVAILABLE with Retry-After when the store does not respond; an invalid key is a bug and throws Error.
 */
export interface ObjectStore {
  /** Resolves when the object is durable. Rejects with the error of `content` when that fails; nothing is stored then. */
  put(key: string, content: Uint8Array | SizedStream): Promise<void>;
  /** The bytes of the object, or null for an unknown one. The caller reads the stream to its end or destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Metadata of the object; null for an unknown one. */
  stat(key: string): Promise<StoredObject | null>;
  /** Deleting an unknown object succeeds. */
  delete(key: string): Promise<void>;
  /** Every object below a folder (`sha256/`, `derived/…/`, with a trailing `/`), unordered, read page by page. */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Throws while the store is unusable: it does not respond, or rejects the credentials. */
  check(): Promise<void>;
  close(): void;
}
