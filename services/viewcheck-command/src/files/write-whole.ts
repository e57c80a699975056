import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure } from '../command-failure.js';

/** A file written atomically: readers see either the old or the complete new content. */
export interface WholeFile {
  write(text: string): Promise<void>;
  /** Discards the new content and keeps the old. */
  discard(): Promise<void>;
}

/** Opens a file for writing before the run starts, to fail early. Throws OUT_NOT_WRITABLE. */
export async function openWholeFile(path: string): Promise<WholeFile> {
  const beside = join(dirname(path), `.${randomUUID()}.viewcheck-part`);
  const discard = (): Promise<void> => rm(beside, { force: true });
  const refuse = (cause: unknown): CommandFailure => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    return new CommandFailure('OUT_NOT_WRITABLE', `--out must name a file that can be written (${code}).`, { cause });
  };
  const file = await open(beside, 'wx', 0o600).catch((cause: unknown) => {
    throw refuse(cause);
  });
  return {
    async write(text) {
      try {
        await file.writeFile(text);
        await file.sync();
        await file.close();
        await rename(beside, path);
      } catch (cause) {
        await discard();
        throw refuse(cause);
      }
    },
    async discard() {
      await file.close();
      await discard();
    },
  };
}
