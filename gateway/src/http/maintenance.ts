import { createMaintenanceSwitch } from '@svc/http-host/http/maintenance-switch';
import type { Log } from '@svc/chassis/logging/log';
import type { Clients } from '@svc/operations/clients';
import type { Caller } from '@svc/operations/operation-context';
import { gatewayError } from '../error-codes.js';

export interface MaintenanceOptions {
  readonly clients: Pick<Clients, 'systemSettings'>;
  /** Milliseconds for which an answer is used again; a change of the switch is answered only after that time. */
  readonly reuseMs: number;
  readonly log: Log;
}

/** Refuses calls of everybody but administrators while maintenance is switched on. */
export function createMaintenanceCheck({ clients, reuseMs, log }: MaintenanceOptions) {
  const isOn = createMaintenanceSwitch({ settings: clients.systemSettings, reuseMs, log });
  return async (caller: Caller | undefined): Promise<void> => {
    if (!(await isOn()) || (caller?.kind === 'user' && caller.role === 'admin')) return;
    throw gatewayError('MAINTENANCE', 'The service is being maintained. Try again in a few minutes.', {
      retryAfterSeconds: 120,
    });
  };
}
