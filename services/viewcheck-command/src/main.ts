/** Entry point of `npm run -s viewcheck`. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.js';

/** Prefix of folders for browser profiles, followed by the process id. */
const FOLDER = 'dealbridge-viewcheck-';

removeLeftovers();
// Holds all files of the browser, and is removed at exit.
const scratch = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
process.env['TMPDIR'] = scratch;

const interruption = new AbortController();
// Repeated signals are possible: npm forwards them in addition to the terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
// The reader of the document may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const exitCode = await runCommand({
  argv: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  interrupted: interruption.signal,
});
rmSync(scratch, { recursive: true, force: true });
process.exitCode = exitCode;

/** Removes the folders of killed runs; their browsers have exited on their own. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(FOLDER))) {
    const pid = Number(name.slice(FOLDER.length).split('-', 1)[0]);
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
