import type { Log } from '@svc/chassis/logging/log';
import { createMaintenanceSwitch } from '@svc/http-host/http/maintenance-switch';
import type { Clients } from '@svc/operations/run/clients';
import type { Caller } from '@svc/operations/run/operation-context';
import { gatewayError } from '../error-codes.js';

export interface MaintenanceOptions {
  readonly clients: Pick<Clients, 'systemSettings'>;
  /** Milliseconds for which an answer is cached; a change of the switch responds only after that time. */
  readonly reuseMs: number;
  readonly log: Log;
}

/** Refuses everyone except administrators during maintenance. */
export function createMaintenanceCheck({ clients, reuseMs, log }: MaintenanceOptions) {
  const isOn = createMaintenanceSwitch({ settings: clients.systemSettings, reuseMs, log });
  return async (caller: Caller | undefined): Promise<void> => {
    if (!(await isOn()) || (caller?.kind === 'user' && caller.role === 'admin')) return;
    throw gatewayError('MAINTENANCE', 'The service is under maintenance. Try again in a few minutes.', {
      retryAfterSeconds: 120,
    });
  };
}
