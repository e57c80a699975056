import type { Log } from '@svc/chassis/logging/log';
import { openFolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-store.js';

/** Where objects are kept: an S3-compatible store, or a folder of this machine. */
export type ObjectStoreOptions =
  | ({ readonly kind: 's3' } & S3Options)
  | {
      readonly kind: 'folder';
      readonly folder: string;
    };

/** Opens the store without asking it anything: a store that is away makes calls fail, not the start. */
export async function openObjectStore(options: ObjectStoreOptions, log: Log): Promise<ObjectStore> {
  if (options.kind === 'folder') return openFolderStore(options.folder);
  // The client takes 11 MB, which is for those that use it.
  const { openS3Store } = await import('./s3-store.js');
  return openS3Store(options, log);
}
