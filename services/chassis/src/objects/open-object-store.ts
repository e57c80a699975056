import type { Log } from '../log.js';
import { openFolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import { openS3Store, type S3Options } from './s3-store.js';

/** Where objects are kept: an S3-compatible store, or a folder of this machine. */
export type ObjectStoreOptions =
  | ({ readonly kind: 's3' } & S3Options)
  | {
      readonly kind: 'folder';
      readonly folder: string;
    };

/** Opens the store without asking it anything: a store that is away makes calls fail, not the start. */
export async function openObjectStore(options: ObjectStoreOptions, log: Log): Promise<ObjectStore> {
  return options.kind === 's3' ? openS3Store(options, log) : openFolderStore(options.folder);
}
