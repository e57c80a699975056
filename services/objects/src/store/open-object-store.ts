import type { Log } from '@svc/chassis/logging/log';
import { openFolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-store.js';

/** The location of objects: an S3-compatible store, or a local folder. */
export type ObjectStoreOptions =
  | ({ readonly kind: 's3' } & S3Options)
  | {
      readonly kind: 'folder';
      readonly folder: string;
    };

/** Opens the store without contacting it: while a store is down calls fail, but startup succeeds. */
export async function openObjectStore(options: ObjectStoreOptions, log: Log): Promise<ObjectStore> {
  if (options.kind === 'folder') return openFolderStore(options.folder);
  // The client takes 11 MB, so it is loaded only when needed.
  const { openS3Store } = await import('./s3-store.js');
  return openS3Store(options, log);
}
