/** Runs the benchmarks, from the first part to the last cleanup. */
import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { claimDataDir } from '@svc/scripts/stack/data-dir';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { runFolder, stopStores, stores, sweepLeftovers } from '../stores/running.ts';
import { benchBodies } from './bodies.ts';
import { benchBridge } from './bridge.ts';
import { benchCopilot } from './copilot/copilot.ts';
import { benchEvidence } from './evidence/evidence.ts';
import { benchEvidencePages } from './evidence/evidence-pages.ts';
import { benchImages } from './images/images.ts';
import { benchScreenshots } from './images/screenshots.ts';
import { benchImport } from './import/import.ts';
import { benchClicks } from './links/clicks.ts';
import { benchRedirects } from './links/redirects.ts';
import { benchLists } from './lists/lists.ts';
import { benchSearch } from './lists/search.ts';
import type { Bench } from './measuring/bench.ts';
import { benchProcesses } from './processes.ts';
import { benchRead } from './read.ts';
import { benchSharing } from './sharing.ts';
import { benchSignIns } from './sign-ins.ts';
import { benchStart } from './start.ts';
import { benchTelemetry } from './telemetry.ts';
import { benchWeb } from './web/web.ts';

const PARTS = {
  read: benchRead,
  bridge: benchBridge,
  copilot: benchCopilot,
  evidence: benchEvidence,
  'evidence-pages': benchEvidencePages,
  redirects: benchRedirects,
  clicks: benchClicks,
  lists: benchLists,
  search: benchSearch,
  import: benchImport,
  images: benchImages,
  screenshots: benchScreenshots,
  sharing: benchSharing,
  bodies: benchBodies,
  'sign-ins': benchSignIns,
  processes: benchProcesses,
  telemetry: benchTelemetry,
  start: benchStart,
  web: benchWeb,
};

export type PartName = keyof typeof PARTS;

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}

export const PART_NAMES = Object.keys(PARTS).filter(isPartName);

/** Runs the parts one after another. */
export async function runParts(names: readonly PartName[], signal: AbortSignal): Promise<void> {
  await runBench(signal, async (bench) => {
    for (const name of names) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      await PARTS[name](bench);
      console.log(`  (${name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
    }
  });
}

/** Removes every process and file of the bench, whether or not the work succeeds. */
export async function runBench(signal: AbortSignal, work: (bench: Bench) => Promise<void>): Promise<void> {
  const { bench, end } = createBench(signal);
  const stopEarly = (): void => void end();
  signal.addEventListener('abort', stopEarly);
  try {
    await sweepLeftovers();
    mkdirSync(bench.dataDir, { recursive: true, mode: 0o711 });
    stores.push({ stop: claimDataDir(bench.dataDir) });
    console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`);
    await work(bench);
  } finally {
    signal.removeEventListener('abort', stopEarly);
    await end();
    await stopStores();
  }
}

/**
 * Ending runs the remaining steps, last one first, and waits for those in progress. A part that still waits for a
 * stopped process then fails, which ends it.
 */
function createBench(signal: AbortSignal): { bench: Bench; end: () => Promise<void> } {
  const steps = new Set<() => Promise<void>>();
  const bench: Bench = {
    dataDir: runFolder(),
    secrets: completeSecrets({}),
    signal,
    onEnd: (step) => {
      let done: Promise<void> | undefined;
      const once = (): Promise<void> => (done ??= Promise.resolve(step()).finally(() => steps.delete(once)));
      steps.add(once);
      return once;
    },
  };
  return {
    bench,
    end: async () => {
      for (const step of [...steps].toReversed()) await step();
    },
  };
}
