import { AppError } from '@svc/chassis/errors/app-error';
import type { Clients, Caller } from '@svc/operations/operation-context';
import type { Request } from 'express';

/** Milliseconds for which the switch is not asked for again. */
const REUSE_MS = 500;

/** Paths below `/api` that go on during maintenance. */
const ALWAYS_OPEN = /^\/(auth(\/|$)|public\/config$)/;

/**
 * Refuses calls of everybody but administrators while maintenance is switched on. While identity cannot be asked, what it said
 * last holds.
 */
export function createMaintenanceCheck(clients: Pick<Clients, 'systemSettings'>) {
  let isOn = false;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    try {
      isOn = (await clients.systemSettings.getPublicSettings({})).maintenanceMode;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    } finally {
      askedAt = performance.now();
      asking = undefined;
    }
  };

  return async (request: Request, caller: Caller | undefined): Promise<void> => {
    if (performance.now() - askedAt >= REUSE_MS) await (asking ??= refresh());
    if (!isOn || caller?.role === 'admin' || ALWAYS_OPEN.test(request.path)) return;
    throw new AppError('unavailable', 'MAINTENANCE', 'The service is being maintained. Try again in a few minutes.', {
      retryAfterSeconds: 120,
    });
  };
}
