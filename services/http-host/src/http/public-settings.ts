import { randomUUID } from 'node:crypto';
import { runInCall } from '@svc/chassis/calls/call-context';
import type { Log } from '@svc/chassis/logging/log';

/** Timeout of identity in milliseconds; no request waits longer. */
const ANSWER_MS = 1_000;

/** Milliseconds between two retries while identity does not respond. */
const RETRY_MS = 250;

interface Known<Settings> {
  readonly settings: Settings;
  /** Time at which the request was sent. */
  readonly askedAt: number;
}

/** The client for identity's public settings. */
export interface PublicSettings<Settings = { readonly maintenanceMode: boolean }> {
  getPublicSettings(request: object): Promise<Settings>;
}

export interface SettingsReaderOptions<Settings> {
  readonly settings: PublicSettings<Settings>;
  /** Milliseconds for which a response is cached; changing a switch returns only after that time. */
  readonly reuseMs: number;
  readonly log: Log;
}

/**
 * Returns identity's public settings. While identity does not respond, its last response is used (undefined without one) and no request waits; a timer
 * polls until identity responds again.
 */
export function createSettingsReader<Settings>({
  settings,
  reuseMs,
  log,
}: SettingsReaderOptions<Settings>): () => Promise<Settings | undefined> {
  let known: Known<Settings> | undefined;
  let isAway = false;
  let asking: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      known = { settings: await askIdentity(settings), askedAt };
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'identity did not answer with the public settings');
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
      // The lookup in flight may have started too early.
      if (!isFresh() && !isAway) await look();
    }
    return known?.settings;
  };
}

/** Runs outside of any request, because many requests wait for it. */
function askIdentity<Settings>(settings: PublicSettings<Settings>): Promise<Settings> {
  const call = {
    requestId: randomUUID(),
    deadline: Date.now() + ANSWER_MS,
    signal: new AbortController().signal,
  };
  return runInCall(call, () => settings.getPublicSettings({}));
}
