import { AppError, forbidden } from '@svc/chassis/errors/app-error';
import { validationError } from '@svc/chassis/schemas/parse-input';
import type { Clients } from '../run/clients.js';

/** Throws unless the caller may edit the deal to link, which only the deal service can check. */
export async function checkDeal(clients: Clients, dealId: string | null | undefined): Promise<void> {
  if (!dealId) return;
  const { deal } = await clients.deals.getDeal({ dealId }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    throw validationError([{ path: 'dealId', message: 'must be your own deal, or one that is shared with you.' }]);
  });
  if (!deal?.access?.canEdit) throw forbidden('Only the owner of the deal may link it.');
}
