import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createLog } from '@svc/chassis/logging/log';
import { readEnvironment } from '@svc/chassis/process/config';
import { readObjectStoreOptions } from '@svc/objects/store/environment';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { z } from 'zod';
import { DATABASE_SERVICE_NAMES, type ProcessName, settingsOf } from '../processes.js';
import { SETTINGS } from '../settings.js';
import { IMAGES_FOLDER } from './manifest.js';

/** Services that store objects. */
export const KEEPERS = DATABASE_SERVICE_NAMES.filter((name) => settingsOf(name).includes('S3_ENDPOINT'));
const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, DATA_DIR } = SETTINGS;
const ObjectSettings = z.object({ S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, DATA_DIR });
/** Folders of originals and derived images. */
const FOLDERS = ['sha256/', 'derived/'];

/** Copies every object that is not in the backup yet (objects never change); returns the total by service. */
export async function backUpImages(environment: NodeJS.ProcessEnv, backup: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of KEEPERS) {
    const store = await openStore(name, environment);
    counts[name] = 0;
    for (const folder of FOLDERS) {
      for await (const { key } of store.list(folder)) {
        if (await copyObject(store, key, join(backup, IMAGES_FOLDER, name, key))) counts[name] += 1;
      }
    }
    store.close();
  }
  return counts;
}

/** Restores every object of the backup to the services' store: the folder or the S3 store of the current settings. */
export async function restoreImages(environment: NodeJS.ProcessEnv, backup: string): Promise<void> {
  for (const name of KEEPERS) {
    const folder = join(backup, IMAGES_FOLDER, name);
    if (!existsSync(folder)) continue;
    const store = await openStore(name, environment);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const { size } = await stat(file);
      const key = relative(folder, file).replaceAll(sep, '/');
      await store.put(key, { stream: createReadStream(file), bytes: size });
    }
    store.close();
  }
}

/** Copies an object; false if it has since been deleted. */
async function copyObject(store: ObjectStore, key: string, file: string): Promise<boolean> {
  if (existsSync(file)) return true;
  const content = await store.read(key);
  if (!content) return false;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(`${file}.unfinished`, { mode: 0o600, flush: true }));
  await rename(`${file}.unfinished`, file);
  return true;
}

/** Opens a service's store with the service's settings. */
export function openStore(name: ProcessName, environment: NodeJS.ProcessEnv): Promise<ObjectStore> {
  const settings = readEnvironment(ObjectSettings, environment);
  return openObjectStore(readObjectStoreOptions(settings, name), createLog('backup', 'warn'));
}
