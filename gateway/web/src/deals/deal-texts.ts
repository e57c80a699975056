import type { Item } from '../api/operations.js';

export type Deal = Item<'deals.list'>;
export type DealStatus = Deal['status'];

export const STATUS_NAMES: Readonly<Record<DealStatus, string>> = {
  draft: 'Draft',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** The views of a deal compared to a steady pace to its target. */
export const PACE_NAMES: Readonly<Record<NonNullable<Deal['pace']>, string>> = {
  ahead: 'Ahead of an even pace',
  behind: 'Behind an even pace',
  missed: 'Target missed',
};

/** The possible next statuses of each status. */
export const NEXT_STATUSES: Readonly<Record<DealStatus, readonly DealStatus[]>> = {
  draft: ['active', 'cancelled'],
  active: ['completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['draft'],
};

/** The names of fields in words. */
export const FIELD_NAMES = {
  name: 'Name',
  brand: 'Brand',
  promoCode: 'Promo code',
  promoLink: 'Promo link',
  price: 'Price',
  currency: 'Currency',
  viewsTarget: 'View target',
  platform: 'Platform',
  postDate: 'Posted on',
  contactName: 'Contact',
  tags: 'Tags',
  viewCheckDays: 'Check days',
  notes: 'Notes',
} as const;
