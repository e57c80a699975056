import type { ImportGroup } from './import-group.js';

/** A deal that may match groups without promo code. */
export interface Candidate {
  readonly id: string;
  readonly promoLink: string | null;
}

export interface GroupMatches {
  /** Id of the deal of each group that matches exactly one, keyed by the group's number. */
  readonly dealIds: ReadonlyMap<number, string>;
  /** Numbers of the groups that match several deals. */
  readonly ambiguous: ReadonlySet<number>;
}

/** Deals by the canonical keys of their videos. */
export type DealsByVideo = Map<string, Set<string>>;

export function addDealOfVideo(holders: DealsByVideo, canonicalKey: string, dealId: string): void {
  const deals = holders.get(canonicalKey);
  if (deals) deals.add(dealId);
  else holders.set(canonicalKey, new Set([dealId]));
}

/** Data for matching groups without promo code. */
export interface Matchable {
  readonly candidates: readonly Candidate[];
  readonly holders: DealsByVideo;
  /** Canonical keys of videos in deals that are shared with the caller's teams. */
  readonly sharedKeys: ReadonlySet<string>;
}

/**
 * Finds the deals of groups without promo code: the deal that has a video of the group, else the one whose promo link is among the links. A matched
 * group adds videos to its deal, which may then match other groups, so this repeats until nothing changes: otherwise importing the same request twice
 * would give another result. A group with a video that only a shared deal has is left for review (specification section 4.3, rule 4).
 */
export function matchGroups(
  groups: readonly ImportGroup[],
  { candidates, holders, sharedKeys }: Matchable,
): GroupMatches {
  const dealsOfLink = new Map<string, Set<string>>();
  for (const { id, promoLink } of candidates) if (promoLink !== null) addDealOfVideo(dealsOfLink, promoLink, id);

  const isOthers = ({ videos }: ImportGroup): boolean =>
    videos.some(({ canonicalKey }) => sharedKeys.has(canonicalKey) && !holders.has(canonicalKey));

  const dealIds = new Map<number, string>();
  let waiting = groups;
  for (let before = Infinity; waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter((group) => {
      const found = findDeals(group, holders, dealsOfLink);
      const [dealId] = found;
      if (dealId === undefined || found.size > 1 || isOthers(group)) return true;
      dealIds.set(group.index, dealId);
      for (const { canonicalKey } of group.videos) addDealOfVideo(holders, canonicalKey, dealId);
      return false;
    });
  }
  const ambiguous = waiting.filter((group) => findDeals(group, holders, dealsOfLink).size > 1);
  return { dealIds, ambiguous: new Set(ambiguous.map(({ index }) => index)) };
}

function findDeals(group: ImportGroup, holders: DealsByVideo, dealsOfLink: DealsByVideo): Set<string> {
  const byVideo = union(group.videos.map(({ canonicalKey }) => holders.get(canonicalKey)));
  return byVideo.size > 0 ? byVideo : union(linksOf(group).map((link) => dealsOfLink.get(link)));
}

/** Links to compare with promo links: all as sent and as stored, including those that are no video. */
export function linksOf({ urls, videos }: ImportGroup): string[] {
  return [...urls, ...videos.map(({ url }) => url)];
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): Set<string> {
  return new Set(sets.flatMap((set) => [...(set ?? [])]));
}
