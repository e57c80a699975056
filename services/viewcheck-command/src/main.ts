/** The process of `npm run -s viewcheck`. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.js';

/** Begins the names of folders for profiles of browsers; the id of their process follows. */
const FOLDER = 'dealbridge-viewcheck-';

removeLeftovers();
// What is made for a browser is in here, and goes with it.
const scratch = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
process.env['TMPDIR'] = scratch;

const interruption = new AbortController();
// npm passes a signal on that the terminal has sent as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());
// What reads the document may have gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const exitCode = await runCommand({
  typed: process.argv.slice(2),
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  interrupted: interruption.signal,
});
rmSync(scratch, { recursive: true, force: true });
process.exitCode = exitCode;

/** Folders of runs that were killed: their browsers have ended by themselves. */
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
