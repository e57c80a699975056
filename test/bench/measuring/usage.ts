/** Resource use of processes on Linux; NaN on other systems. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds per clock tick: Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU milliseconds of a process since its start. */
export function cpuMs(pid: number): number {
  const [, , , , , , , , , , , user = NaN, system = NaN] = readStat(pid);
  return (user + system) * TICK_MS;
}

/** CPU milliseconds of all descendants of a process whose working directory matches. */
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

/** CPU milliseconds of the server and all its children, including those that have exited. */
export function postgresCpuMs(dataDir: string): number {
  const server = postgresPid(dataDir);
  // The server is read last, so that a child that exits in between is included in its total of exited children.
  const running = childrenOf(server).map(cpuMs).filter(Number.isFinite);
  const [, , , , , , , , , , , , , user = NaN, system = NaN] = readStat(server);
  return running.reduce((sum, ms) => sum + ms, cpuMs(server)) + (user + system) * TICK_MS;
}

/** Collects garbage, so that it does not count as growth. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Resident megabytes of a process; shared pages count in full. */
export function residentMb(pid: number): number {
  return readKb(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Resident megabytes of a process; shared pages count in part. */
export function sharedMb(pid: number): number {
  return readKb(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024;
}

/** Peak resident megabytes of a process since `forgetPeak`. */
export function peakMb(pid: number): number {
  return readKb(`/proc/${pid}/status`, 'VmHWM') / 1024;
}

/** Resets the peak (proc(5), clear_refs). */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Megabytes of all descendants of a process; shared pages count once. */
export function descendantsMb(pid: number): number {
  return childrenOf(pid).reduce(
    (sum, child) => sum + (readKb(`/proc/${child}/smaps_rollup`, 'Pss') || 0) / 1024 + descendantsMb(child),
    0,
  );
}

/** Megabytes of the server and its children; shared pages count once. */
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

/** Fields of proc(5)'s stat after the command name: state, parent, … Empty for a process that has exited. */
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
