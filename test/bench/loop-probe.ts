/**
 * Loaded into the processes of the product by NODE_OPTIONS: on SIGUSR2 a process writes how long its event loop has stood still at
 * most since it was asked last, in milliseconds, into a file of the folder LOOP_PROBE_DIR that is named by its id.
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
