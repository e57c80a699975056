import { randomUUID } from 'node:crypto';
import { runInCall } from '@svc/chassis/calls/call-context';
import type { Log } from '@svc/chassis/logging/log';

/** Timeout of identity in milliseconds; no request waits longer. */
const ANSWER_MS = 1_000;

/** Milliseconds between two tries while identity does not answer. */
const RETRY_MS = 250;

interface Known {
  readonly isOn: boolean;
  /** Time of the question. */
  readonly askedAt: number;
}

/** The question to identity. */
export interface PublicSettings {
  getPublicSettings(request: object): Promise<{ readonly maintenanceMode: boolean }>;
}

export interface MaintenanceOptions {
  readonly settings: PublicSettings;
  /** Milliseconds for which an answer is cached; changing the switch returns only after that time. */
  readonly reuseMs: number;
  readonly log: Log;
}

/**
 * Whether maintenance is on. While identity does not answer, its last answer holds (off without one) and no request waits; a timer asks until it
 * answers again.
 */
export function createMaintenanceSwitch({ settings, reuseMs, log }: MaintenanceOptions): () => Promise<boolean> {
  let known: Known | undefined;
  let isAway = false;
  let asking: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      known = { isOn: await askIdentity(settings), askedAt };
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'identity did not say whether maintenance is on');
      isAway = true;
      retry ??= setTimeout(lookAgain, RETRY_MS).unref();
    } finally {
      asking = undefined;
    }
  };
  const look = (): Promise<void> => (asking ??= ask());
  const lookAgain = (): void => {
    retry = undefined;
    void look();
  };

  return async () => {
    const oldestAskedAt = performance.now() - reuseMs;
    const isFresh = (): boolean => known !== undefined && known.askedAt >= oldestAskedAt;
    if (!isFresh() && !isAway) {
      await look();
      // The check in flight may have begun too early.
      if (!isFresh() && !isAway) await look();
    }
    return known?.isOn ?? false;
  };
}

/** Many requests wait for it, so it belongs to none of them. */
async function askIdentity(settings: PublicSettings): Promise<boolean> {
  const call = {
    requestId: randomUUID(),
    deadline: Date.now() + ANSWER_MS,
    signal: new AbortController().signal,
  };
  return (await runInCall(call, () => settings.getPublicSettings({}))).maintenanceMode;
}
