import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Only an administrator of Linux can have a disk of its own for a moment. */
export const canHaveSmallDisk = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of 256 KiB, as a folder. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room. */
  fill(): void;
  /** Makes room again. */
  free(): void;
  remove(): void;
}

export function createSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      try {
        writeFileSync(filler, 'x'.repeat(300_000));
      } catch {
        // That it does not fit is the point.
      }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
