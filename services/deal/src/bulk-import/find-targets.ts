import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import { v7 as newId } from 'uuid';
import type { NewDeal } from '../deals/deal.js';
import { listHeldVideos, listPromoKeys, listSharedKeys, listSharedLinks, type TargetDeal } from './bulk-import-repo.js';
import type { ImportEffects } from './import-effects.js';
import type { ImportDetails, ImportGroup } from './import-group.js';
import { addDealOfVideo, type DealsByVideo, linksOf, matchGroups } from './match-groups.js';

/** The deals to which the groups of an import belong. */
export interface Targets {
  /** The deal of each group that has one, keyed by the group's number. */
  readonly dealOfGroup: ReadonlyMap<number, TargetDeal>;
  /** Ids of the deals that did not exist before. */
  readonly createdIds: ReadonlySet<string>;
  /** Numbers of the groups without promo code that match several deals. */
  readonly ambiguous: ReadonlySet<number>;
  /** Canonical keys of videos in groups without promo code that belong to other users' deals shared with the caller's teams. */
  readonly sharedKeys: ReadonlySet<string>;
  /** Links of these groups that are promo links of such deals. */
  readonly sharedLinks: ReadonlySet<string>;
}

/**
 * Finds the deal of each group. With a promo code: the active deal that has it, created if missing. Without one: the active deal that its links
 * match, including deals created just now.
 */
export async function findTargets(
  db: Db,
  user: UserPrincipal,
  postDate: string,
  groups: readonly ImportGroup[],
  effects: ImportEffects,
): Promise<Targets> {
  const coded = groups.flatMap((group) => (group.promoCode === null ? [] : [{ group, promoCode: group.promoCode }]));
  const uncoded = groups.filter(({ promoCode }) => promoCode === null);
  const uncodedLinks = uncoded.flatMap(linksOf);
  const uncodedKeys = uncoded.flatMap(({ videos }) => videos.map(({ canonicalKey }) => canonicalKey));

  const promoKeys = await listPromoKeys(
    db,
    coded.map(({ promoCode }) => promoCode),
  );
  const known = await effects.listDeals({
    promoKeys,
    promoLinks: uncodedLinks,
    canonicalKeys: uncodedKeys,
  });
  const codedByKey = Map.groupBy(coded, (_, position) => promoKeys[position] ?? '');
  const { deals: created, createdIds } = await createMissingDeals(effects, user, postDate, codedByKey, known);

  const deals = [...known, ...created];
  const dealOfGroup = dealsByCode(codedByKey, deals);
  const holders = holdersOf(
    coded.map(({ group }) => group),
    dealOfGroup,
  );
  const dealById = new Map(deals.map((deal) => [deal.id, deal]));
  for (const { canonicalKey, dealId } of await listHeldVideos(db, user.userId, [...dealById.keys()], uncodedKeys)) {
    addDealOfVideo(holders, canonicalKey, dealId);
  }
  const sharedKeys = await listSharedKeys(db, user, uncodedKeys);
  const sharedLinks = await listSharedLinks(db, user, uncodedLinks);
  const matches = matchGroups(uncoded, { candidates: deals, holders, sharedKeys });
  for (const [index, dealId] of matches.dealIds) {
    const deal = dealById.get(dealId);
    if (deal) dealOfGroup.set(index, deal);
  }
  return { dealOfGroup, createdIds, ambiguous: matches.ambiguous, sharedKeys, sharedLinks };
}

function dealsByCode(
  codedByKey: ReadonlyMap<string, readonly CodedGroup[]>,
  deals: readonly TargetDeal[],
): Map<number, TargetDeal> {
  const dealByKey = new Map(deals.map((deal) => [deal.promoKey, deal]));
  const dealOfGroup = new Map<number, TargetDeal>();
  for (const [promoKey, members] of codedByKey) {
    const deal = dealByKey.get(promoKey);
    if (!deal) throw new Error('The deal of a promo code was not created.');
    for (const { group } of members) dealOfGroup.set(group.index, deal);
  }
  return dealOfGroup;
}

/** Maps the deals to the videos that their groups are about to add. */
function holdersOf(groups: readonly ImportGroup[], dealOfGroup: ReadonlyMap<number, TargetDeal>): DealsByVideo {
  const holders: DealsByVideo = new Map();
  for (const { index, videos } of groups) {
    const deal = dealOfGroup.get(index);
    if (deal) for (const { canonicalKey } of videos) addDealOfVideo(holders, canonicalKey, deal.id);
  }
  return holders;
}

interface CodedGroup {
  readonly group: ImportGroup;
  readonly promoCode: string;
}

/** Creates the missing deals. A deal that a concurrent call created with the same code counts as existing. */
async function createMissingDeals(
  effects: ImportEffects,
  user: UserPrincipal,
  postDate: string,
  codedByKey: ReadonlyMap<string, readonly CodedGroup[]>,
  known: readonly TargetDeal[],
): Promise<{ deals: TargetDeal[]; createdIds: Set<string> }> {
  const knownKeys = new Set(known.map(({ promoKey }) => promoKey));
  const missing = [...codedByKey]
    .filter(([promoKey]) => !knownKeys.has(promoKey))
    .flatMap(([promoKey, [first, ...others]]) =>
      first ? [{ promoKey, deal: newDeal(user, postDate, first, others) }] : [],
    );
  const deals = await effects.createDeals(missing);
  const newIds = new Set(missing.map(({ deal }) => deal.id));
  return { deals, createdIds: new Set(deals.map(({ id }) => id).filter((id) => newIds.has(id))) };
}

/** Builds a deal from groups with the same code; for the name and each detail, the first group that has one decides. */
function newDeal(
  user: UserPrincipal,
  postDate: string,
  { group, promoCode }: CodedGroup,
  others: readonly CodedGroup[],
): NewDeal {
  const groups = [group, ...others.map((other) => other.group)];
  const detail = <Key extends keyof ImportDetails>(key: Key): ImportDetails[Key] =>
    groups.find(({ details }) => details[key] !== null)?.details[key] ?? group.details[key];
  return {
    id: newId(),
    ownerId: user.userId,
    name: groups.find(({ name }) => name !== null)?.name ?? promoCode,
    brand: null,
    status: 'active',
    promoCode,
    promoLink: detail('promoLink'),
    price: detail('price'),
    currency: user.preferences.currency,
    viewsTarget: detail('viewsTarget'),
    platform: null,
    postDate,
    contactName: detail('contact'),
    contactId: null,
    influencerId: null,
    notes: detail('notes'),
    tags: [],
    viewCheckDays: [...user.preferences.viewCheckDays],
  };
}
