import { appError, readOneOf } from '@svc/chassis/errors/app-error';

export const DEAL_STATUSES = ['draft', 'active', 'completed', 'cancelled'] as const;

export type DealStatus = (typeof DEAL_STATUSES)[number];

const NEXT_STATUSES: Readonly<Record<DealStatus, readonly DealStatus[]>> = {
  draft: ['active', 'cancelled'],
  active: ['completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['draft'],
};

/** Throws `invalid_input` for a text that is not a status. */
export function readDealStatus(text: string): DealStatus {
  return readOneOf('status', text, DEAL_STATUSES);
}

/** Throws wrong_state for a transition that is not allowed; keeping the status is allowed. */
export function assertTransition(from: DealStatus, to: DealStatus): void {
  if (from === to || NEXT_STATUSES[from].includes(to)) return;
  throw appError(
    'INVALID_TRANSITION',
    `A deal that is ${from} cannot become ${to}, only ${NEXT_STATUSES[from].join(' or ')}.`,
  );
}
