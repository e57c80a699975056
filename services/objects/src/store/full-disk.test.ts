import { expect, test } from '@jest/globals';
import { canHaveSmallDisk, createSmallDisk } from '@svc/chassis/testing/small-disk';
import { openFolderStore } from './folder-store.js';
import { originalKey } from './object-keys.js';

const FIRST = originalKey('a'.repeat(64));
const SECOND = originalKey('b'.repeat(64));

const testOnSmallDisk = canHaveSmallDisk ? test : test.skip;

testOnSmallDisk('a full disk takes no object, reads those that it has, and takes more once there is room', async () => {
  const disk = createSmallDisk();
  try {
    const store = await openFolderStore(disk.folder);
    await store.put(FIRST, Buffer.from('here'));
    disk.fill();

    const refused = store.put(SECOND, Buffer.alloc(20_000));

    await expect(refused).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The server has no space left to store this. Nothing was changed. Try again later.',
    });
    expect(await store.stat(FIRST)).toMatchObject({ bytes: 4 });
    disk.free();
    await store.put(SECOND, Buffer.alloc(20_000));
    expect(await store.stat(SECOND)).toMatchObject({ bytes: 20_000 });
  } finally {
    disk.remove();
  }
});
