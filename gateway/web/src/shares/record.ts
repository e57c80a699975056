import type { Input, Item } from '../api/operations.js';

/** A record that its owner shares. */
export interface SharedRecord {
  readonly entityType: Input<'external_shares.create'>['entityType'];
  readonly entityId: string;
  readonly title: string;
}

/** A shared link. */
export type ExternalShare = Item<'external_shares.list'>;
