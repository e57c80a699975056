/** What processes use, as Linux tells; NaN on other systems. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The kernel counts processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** Processor milliseconds of a process since its start. */
export function cpuMs(pid: number): number {
  const [, , , , , , , , , , , user = NaN, system = NaN] = readStat(pid);
  return (user + system) * TICK_MS;
}

/** The same for all that runs below a process, or for what of it works in a folder that matches. */
export function cpuMsBelow(pid: number, folder: RegExp): number {
  return childrenOf(pid).reduce((sum, child) => {
    const own = folder.test(folderOf(child)) ? cpuMs(child) || 0 : 0;
    return sum + own + cpuMsBelow(child, folder);
  }, 0);
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** The same for the server and all that it has forked, those that have ended included. */
export function postgresCpuMs(dataDir: string): number {
  const server = postgresPid(dataDir);
  // One that ends while it is looked at is then among those that have ended, so the server comes last.
  const running = childrenOf(server).map(cpuMs).filter(Number.isFinite);
  const [, , , , , , , , , , , , , user = NaN, system = NaN] = readStat(server);
  return running.reduce((sum, ms) => sum + ms, cpuMs(server)) + (user + system) * TICK_MS;
}

/** Collects garbage, which is not growth. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Megabytes of memory that a process holds; pages that it shares with others count for each. */
export function residentMb(pid: number): number {
  return readKb(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** The same; pages that it shares with others count in part for each. */
export function sharedMb(pid: number): number {
  return readKb(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024;
}

/** Megabytes that a process has held at most, since `forgetPeak`. */
export function peakMb(pid: number): number {
  return readKb(`/proc/${pid}/status`, 'VmHWM') / 1024;
}

/** Begins a new peak (proc(5), clear_refs). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Megabytes of all that a process has started, and of what that has started; pages that they share are counted once. */
export function descendantsMb(pid: number): number {
  return childrenOf(pid).reduce(
    (sum, child) => sum + (readKb(`/proc/${child}/smaps_rollup`, 'Pss') || 0) / 1024 + descendantsMb(child),
    0,
  );
}

/** Megabytes of the server and its children, the pages that they share counted once. */
export function postgresMb(dataDir: string): number {
  const server = postgresPid(dataDir);
  return (
    [server, ...childrenOf(server)].reduce((sum, pid) => sum + readKb(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024
  );
}

function postgresPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function childrenOf(parent: number): number[] {
  const isChild = (pid: number): boolean => readStat(pid)[1] === parent;
  return listProcesses().filter(isChild);
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields behind the command's name, of proc(5): state, parent, … A process that has ended has none. */
function readStat(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

function readKb(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}
