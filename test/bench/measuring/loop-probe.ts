/**
 * Preloaded into processes of the product with NODE_OPTIONS. On SIGUSR2 a process writes the longest block of its event
 * loop since the last signal, in milliseconds, to a file named by its id in LOOP_PROBE_DIR.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;

const folder = process.env.LOOP_PROBE_DIR;
if (folder !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on('SIGUSR2', () => {
    const file = join(folder, String(process.pid));
    writeFileSync(`${file}.new`, String(Math.max(0, delays.max / 1e6 - RESOLUTION_MS)));
    renameSync(`${file}.new`, file);
    delays.reset();
  });
}
