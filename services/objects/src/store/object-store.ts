import type { Readable } from 'node:stream';
import type { SizedStream } from './sized-stream.js';

/** A part of an object: at least one byte, and all of them within it. */
export interface ByteRange {
  readonly offset: number;
  readonly bytes: number;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** When it was put last. */
  readonly modifiedAt: Date;
}

/**
 * Objects under content-addressed keys (`originalKey`, `derivedKey`), so that putting one twice changes nothing but `modifiedAt`.
 * Every method throws UNAVAILABLE with Retry-After when the store does not answer; a key of another form is our bug and throws Error.
 */
export interface ObjectStore {
  /** Returns when the object is safe. Throws what `content` throws when that breaks off; nothing is stored then. */
  put(key: string, content: Uint8Array | SizedStream): Promise<void>;
  /** The bytes of the object, or null when there is none. The caller reads the stream to its end or destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Null when there is no such object. */
  stat(key: string): Promise<StoredObject | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Every object below a folder (`sha256/`, `derived/…/`, it ends in `/`), in no order that may be relied on, read page by page. */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Throws while the store cannot be used: it does not answer, or does not know who asks. */
  check(): Promise<void>;
  close(): void;
}
