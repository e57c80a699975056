import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { DealTemplate } from '@svc/proto/deal/v1/template_service';
import { seenBy } from '../visibility/access.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';

/** The fields of a deal template that its owner sets. */
export interface DealTemplateFields {
  readonly name: string;
  readonly platform: string | null;
  readonly deliverables: string | null;
  readonly viewsTarget: number | null;
  /** Days from agreement to posting. */
  readonly timelineDays: number | null;
  /** Amount, in `currency`. */
  readonly price: number | null;
  readonly currency: string;
  readonly notes: string | null;
}

/** A deal template to be stored. */
export interface NewDealTemplate extends DealTemplateFields {
  readonly id: string;
  readonly ownerId: string;
}

export interface DealTemplateRow extends NewDealTemplate {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Returns the template as the caller may see it. */
export function toDealTemplate(user: UserPrincipal, row: DealTemplateRow & SeenRow): DealTemplate {
  return seenBy('deal_template', user, row);
}
