import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessName, SERVICE_NAMES } from '@svc/topology/processes';
import { displayPath, readReason } from './data-dir.ts';
import type { Supervised } from './supervisor.ts';

const READY_WITHIN_MS = 90_000;
const ASK_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** Maximum exits of a process while waiting for the stack. */
const ENDS_MAX = 3;
/** Milliseconds for external parts to respond, once the processes are ready. */
const PARTS_WITHIN_MS = 3_000;

interface Check {
  readonly status: 'ok' | 'failing' | 'degraded';
  readonly reason?: string;
}

/** The gateway's report on everything it depends on. */
type Checks = Readonly<Record<string, Check>>;

const SERVICES: ReadonlySet<string> = new Set(SERVICE_NAMES.filter((name) => name !== 'gateway'));

/** The gateway's current report; undefined without a response. */
async function askReadiness(gatewayUrl: string): Promise<Checks | undefined> {
  try {
    const response = await fetch(`${gatewayUrl}/api/readiness`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return ((await response.json()) as { checks: Checks }).checks;
  } catch {
    return undefined;
  }
}

function areReady(checks: Checks, names: Iterable<string>): boolean {
  return [...names].every((name) => checks[name]?.status === 'ok');
}

/**
 * Waits until the gateway and those services are ready, by polling only the gateway. Does not wait for optional dependencies. Throws when a process
 * keeps exiting, or rejects its settings.
 */
export async function waitUntilServicesReady(
  gatewayUrl: string,
  processes: readonly Supervised[],
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  const services = processes.map(({ name }) => name).filter((name) => SERVICES.has(name));
  const endsBefore = new Map(processes.map((process) => [process, process.unexpectedEnds()]));
  let checks: Checks | undefined;
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    checks = await askReadiness(gatewayUrl);
    if (checks && areReady(checks, services) && processes.every((process) => process.pid() !== undefined)) return;
    const failing = processes.find(
      (process) => process.isRefused() || process.unexpectedEnds() - (endsBefore.get(process) ?? 0) >= ENDS_MAX,
    );
    if (failing) throw new Error(`${failing.name} does not start: ${readReason(failing.logFile)}`);
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(
    `Dealbridge is not ready after ${READY_WITHIN_MS / 1000} s (${describeMissing(checks, processes)}): run the command again.`,
  );
}

function describeMissing(checks: Checks | undefined, processes: readonly Supervised[]): string {
  const missing = processes.filter(({ name }) => (SERVICES.has(name) ? checks?.[name]?.status !== 'ok' : !checks));
  return missing.map(({ name, logFile }) => `${name} is not, and ${displayPath(logFile)} says why`).join('; ');
}

/** Waits until a restarted process is ready. */
export async function waitUntilBack(gatewayUrl: string, name: ProcessName, signal: AbortSignal): Promise<void> {
  for (;;) {
    const checks = await askReadiness(gatewayUrl);
    if (checks && (!SERVICES.has(name) || areReady(checks, [name]))) return;
    await sleep(LOOK_EVERY_MS * 4, undefined, { signal });
  }
}

/** Configured parts that are missing, one sentence each, after a short wait for them to appear. */
export async function listMissingParts(gatewayUrl: string): Promise<string[]> {
  const deadline = performance.now() + PARTS_WITHIN_MS;
  for (;;) {
    const checks = (await askReadiness(gatewayUrl)) ?? {};
    const away = Object.values(checks).filter(({ status }) => status !== 'ok');
    if (away.length === 0 || performance.now() >= deadline) return away.flatMap(({ reason }) => reason ?? []);
    await sleep(LOOK_EVERY_MS * 2);
  }
}
