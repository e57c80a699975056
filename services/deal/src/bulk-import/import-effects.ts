import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { NewDeal } from '../deals/deal.js';
import { insertDeals, updateDealTotals } from '../deals/deal-repo.js';
import type { NewVideo } from '../videos/video.js';
import { insertVideos } from '../videos/video-repo.js';
import {
  type HeldVideo,
  type Leads,
  listDeals,
  listDealsForUpdate,
  listHeldVideos,
  type TargetDeal,
} from './bulk-import-repo.js';
import { linkContacts } from './link-contacts.js';

/** A deal to create, because none has its promo code, with the code in the form that the database compares. */
export interface MissingDeal {
  readonly promoKey: string;
  readonly deal: NewDeal;
}

/** The requested videos that the deals now have, and which of them are new. */
export interface AddedVideos {
  readonly held: readonly HeldVideo[];
  readonly addedIds: ReadonlySet<string>;
}

/** The steps of an import that lock or change rows. All other steps are the same for an import and its preview. */
export interface ImportEffects {
  /** The owner's active deals that the request leads to. */
  listDeals(leads: Leads): Promise<TargetDeal[]>;
  /** Creates the deals, or returns existing ones with their codes, in any order. */
  createDeals(missing: readonly MissingDeal[]): Promise<TargetDeal[]>;
  addVideos(wanted: readonly NewVideo[]): Promise<AddedVideos>;
}

/** Effects of an import, in the transaction. */
export function writingEffects(tx: Tx, ownerId: string): ImportEffects {
  return {
    listDeals: (leads) => listDealsForUpdate(tx, ownerId, leads),
    async createDeals(missing) {
      const deals = missing.map(({ deal }) => deal);
      return insertDeals(tx, await linkContacts(tx, ownerId, deals));
    },
    async addVideos(wanted) {
      const added = await insertVideos(tx, wanted);
      const held = await listWanted(tx, ownerId, wanted);
      await updateDealTotals(tx, [...new Set(added.map(({ dealId }) => dealId))]);
      return { held, addedIds: new Set(added.map(({ id }) => id)) };
    },
  };
}

/** Effects of a preview: returns the expected rows under unused ids, and changes nothing. */
export function previewedEffects(db: Db, ownerId: string): ImportEffects {
  return {
    listDeals: (leads) => listDeals(db, ownerId, leads),
    createDeals: async (missing) => missing.map(({ deal, promoKey }) => ({ ...deal, promoKey })),
    async addVideos(wanted) {
      const held = await listWanted(db, ownerId, wanted);
      const heldBefore = new Set(held.map(identityOf));
      const added = wanted.filter((video) => !heldBefore.has(identityOf(video)));
      return { held: [...held, ...added], addedIds: new Set(added.map(({ id }) => id)) };
    },
  };
}

/** A string that is equal for the same video of the same deal. */
export function identityOf({ dealId, canonicalKey }: Pick<HeldVideo, 'dealId' | 'canonicalKey'>): string {
  return `${dealId} ${canonicalKey}`;
}

function listWanted(db: Db, ownerId: string, wanted: readonly NewVideo[]): Promise<HeldVideo[]> {
  const dealIds = new Set(wanted.map(({ dealId }) => dealId));
  const keys = new Set(wanted.map(({ canonicalKey }) => canonicalKey));
  return listHeldVideos(db, ownerId, [...dealIds], [...keys]);
}
