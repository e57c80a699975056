import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@svc/chassis/logging/log';
import { type AliveSign, type Listening, listenTo } from '@svc/chassis/postgres/listen';

/** Milliseconds between polls while the listener is disconnected. */
const DISCONNECTED_LOOK_MS = 500;

/** Notifies of new jobs and of jobs that ended, in any process. */
export interface CaptureWatch {
  /** Called for every new job, and whenever a notification may have been missed. */
  onQueued(listener: () => void): void;
  /** Resolves when a job may have ended: on its notification, at intervals while disconnected, and at the timeout. */
  waitForEnd(jobId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

/** Watches capture jobs; shows the sign, if any, on the listening connection. */
export function watchCaptures(connectionString: string, log: Log, sign?: AliveSign): CaptureWatch {
  const queuedListeners: (() => void)[] = [];
  const waiting = new Map<string, Set<() => void>>();
  let isDisconnected = true;
  const tellAll = (): void => {
    for (const wake of [...waiting.values()].flatMap((set) => [...set])) wake();
    for (const listener of queuedListeners) listener();
  };
  const listening: Listening = listenTo({
    connectionString,
    channel: 'capture_jobs',
    onMessage(payload) {
      const [status = '', jobId = ''] = payload.split(' ');
      if (status === 'queued') for (const listener of queuedListeners) listener();
      else if (status !== 'running') for (const wake of waiting.get(jobId) ?? []) wake();
    },
    onDisconnected(disconnected) {
      isDisconnected = disconnected;
      // Notifications sent during the gap are lost, so every waiting caller must check.
      tellAll();
    },
    ...(sign && { sign }),
    log,
  });
  return {
    onQueued: (listener) => void queuedListeners.push(listener),
    async waitForEnd(jobId, timeoutMs, signal) {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      const set = waiting.get(jobId) ?? new Set();
      waiting.set(jobId, set.add(wake));
      const over = new AbortController();
      const ms = isDisconnected ? Math.min(timeoutMs, DISCONNECTED_LOOK_MS) : timeoutMs;
      const timeout = pause(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined);
      await Promise.race([woken, timeout]);
      over.abort();
      set.delete(wake);
      if (set.size === 0) waiting.delete(jobId);
    },
    stop: () => listening.stop(),
  };
}
