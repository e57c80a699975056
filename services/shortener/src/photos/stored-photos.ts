import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { appError } from '@svc/chassis/errors/app-error';
import { createAdmission } from '@svc/chassis/limits/admission';
import type { Claimant } from '@svc/chassis/limits/claimant';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { LRUCache } from 'lru-cache';

/** Maximum concurrent reads from the store, and requests waiting for one. */
const AT_ONCE = 64;
const WAITING_MAX = 64;
const WAIT_MS = 1_000;
/** Maximum bytes of cached photos in total, and of a single one. */
const KEPT_BYTES = 33_554_432;
const KEPT_BYTES_EACH = 1_048_576;

/** The error for requests while the store is too slow. */
export const TOO_MANY_PHOTOS = appError(
  'UNAVAILABLE',
  'Too many photos are being opened right now. Try again in a moment.',
  { retryAfterSeconds: 1 },
);

/** Sends a photo of this many bytes; null requests only the headers. A stream must have ended when the promise resolves. */
export type SendPhoto = (bytes: number, content: Uint8Array | Readable | null) => Promise<void>;

export interface StoredPhotos {
  /** Sends the stored photo of a key once the claimant is admitted. Throws TOO_MANY_PHOTOS and any error of the store. */
  send(key: string, isHead: boolean, claimant: Claimant, send: SendPhoto): Promise<void>;
}

/** Serves photos of short links, which anyone may request: a store that hangs blocks only a limited number of requests and connections. */
export function createStoredPhotos(objects: ObjectStore): StoredPhotos {
  const admit = createAdmission({
    capacity: AT_ONCE,
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
    refusal: () => TOO_MANY_PHOTOS,
  });
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES_EACH,
    sizeCalculation: (photo) => Math.max(photo.byteLength, 1),
  });

  /** Returns the photo when it fits into memory, and null when it was streamed. */
  const load = async (key: string, isHead: boolean, send: SendPhoto): Promise<Uint8Array | null> => {
    const stored = await objects.stat(key);
    const stream = isHead || !stored ? null : await objects.read(key);
    if (!stored || (!isHead && !stream)) throw new Error('A photo link has no image.');
    if (!stream || stored.bytes > KEPT_BYTES_EACH) {
      await send(stored.bytes, stream);
      return null;
    }
    const photo = await buffer(stream);
    kept.set(key, photo);
    return photo;
  };

  return {
    async send(key, isHead, claimant, send) {
      let photo: Uint8Array | null | undefined = kept.get(key);
      if (!photo) {
        const leave = await admit(1, claimant);
        try {
          photo = kept.get(key) ?? (await load(key, isHead, send));
        } finally {
          leave();
        }
      }
      if (photo) await send(photo.byteLength, isHead ? null : photo);
    },
  };
}
