import type { Caller } from '@svc/operations/run/operation-context';
import { gatewayError } from '../error-codes.js';

/** Returns the public settings; undefined while they are unknown, which counts as no maintenance. */
export type ReadMaintenance = () => Promise<{ readonly maintenanceMode: boolean } | undefined>;

/** Refuses everyone except administrators during maintenance. */
export function createMaintenanceCheck(readSettings: ReadMaintenance) {
  return async (caller: Caller | undefined): Promise<void> => {
    const isOn = (await readSettings())?.maintenanceMode === true;
    if (!isOn || (caller?.kind === 'user' && caller.role === 'admin')) return;
    throw gatewayError('MAINTENANCE', 'The service is under maintenance. Try again in a few minutes.', {
      retryAfterSeconds: 120,
    });
  };
}
