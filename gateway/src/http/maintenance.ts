import { randomUUID } from 'node:crypto';
import { runInCall } from '@svc/chassis/call-context';
import { gatewayError } from '../error-codes.js';
import type { Log } from '@svc/chassis/log';
import type { Clients } from '@svc/operations/clients';
import type { Caller } from '@svc/operations/operation-context';

/** Milliseconds that identity has to answer in; no request waits for longer. */
const ANSWER_MS = 1_000;

/** Milliseconds between two looks while identity does not answer. */
const RETRY_MS = 250;

interface Known {
  readonly isOn: boolean;
  /** When it was asked for. */
  readonly askedAt: number;
}

export interface MaintenanceOptions {
  readonly clients: Pick<Clients, 'systemSettings'>;
  /** Milliseconds for which an answer is used again; a change of the switch is answered only after that time. */
  readonly reuseMs: number;
  readonly log: Log;
}

/**
 * Refuses calls of everybody but administrators while maintenance is switched on. While identity does not answer, what it said last
 * holds (nothing said: it is off) and nobody waits for more; it is looked for until it answers again.
 */
export function createMaintenanceCheck(options: MaintenanceOptions) {
  const isOn = createMaintenanceSwitch(options);
  return async (caller: Caller | undefined): Promise<void> => {
    if (!(await isOn()) || (caller?.kind === 'user' && caller.role === 'admin')) return;
    throw gatewayError('MAINTENANCE', 'The service is being maintained. Try again in a few minutes.', {
      retryAfterSeconds: 120,
    });
  };
}

function createMaintenanceSwitch({ clients, reuseMs, log }: MaintenanceOptions): () => Promise<boolean> {
  let known: Known | undefined;
  let isAway = false;
  let asking: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      known = { isOn: await askIdentity(clients), askedAt };
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'the maintenance switch could not be asked for');
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
      // The look that was under way may have begun too early.
      if (!isFresh() && !isAway) await look();
    }
    return known?.isOn ?? false;
  };
}

/** Many requests wait for it, so it belongs to none of them. */
async function askIdentity(clients: MaintenanceOptions['clients']): Promise<boolean> {
  const call = {
    requestId: randomUUID(),
    deadline: Date.now() + ANSWER_MS,
    signal: new AbortController().signal,
  };
  return (await runInCall(call, () => clients.systemSettings.getPublicSettings({}))).maintenanceMode;
}
