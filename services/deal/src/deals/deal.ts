import type { DealStatus } from './deal-status.js';

/** The fields of a deal that its owner sets. */
export interface DealFields {
  readonly name: string;
  readonly brand: string | null;
  readonly status: DealStatus;
  readonly promoCode: string | null;
  readonly promoLink: string | null;
  /** Amount, in `currency`. */
  readonly price: number | null;
  readonly currency: string;
  readonly viewsTarget: number | null;
  readonly platform: string | null;
  /** YYYY-MM-DD. */
  readonly postDate: string | null;
  readonly contactName: string | null;
  /** A contact and an influencer of the deal's owner. */
  readonly contactId: string | null;
  readonly influencerId: string | null;
  readonly notes: string | null;
  readonly tags: string[];
  /** Days after posting at which views are checked, ascending. */
  readonly viewCheckDays: number[];
}

/** A deal to be stored. */
export interface NewDeal extends DealFields {
  readonly id: string;
  readonly ownerId: string;
}

export interface DealRow extends NewDeal {
  readonly videoCount: number;
  readonly totalViews: number;
  /** The earliest date on which a check of its videos is due; null when none is to come. */
  readonly nextDueDate: string | null;
  /** How the views compare to a steady pace to the target: `ahead`, `behind` or `missed`; null where there is no pace. */
  readonly pace: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}
