import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStoreOptions } from '../store/open-object-store.js';

/** A bucket of the real MinIO that no other test uses; the first object creates it. */
export function testS3Options(): ObjectStoreOptions & { readonly kind: 's3' } {
  return {
    kind: 's3',
    endpoint: needed('TEST_S3_ENDPOINT'),
    accessKey: needed('TEST_S3_ACCESS_KEY'),
    secretKey: needed('TEST_S3_SECRET_KEY'),
    bucket: `test-${randomUUID()}`,
    region: 'us-east-1',
  };
}

/** An empty folder, removed after the run. */
export function testFolderOptions(): ObjectStoreOptions & { readonly kind: 'folder' } {
  return { kind: 'folder', folder: mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'objects-')) };
}

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`There is no MinIO to test with (${name} is not set): run the tests with \`npm test\`.`);
  return value;
}
