import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { UnmatchedGroup } from '@svc/proto/deal/v1/bulk_import_service';
import { listCodedDeals, listNamedDeals, type SuggestedDeal } from './bulk-import-repo.js';
import type { Targets } from './find-targets.js';
import type { ImportGroup } from './import-group.js';
import { linksOf } from './match-groups.js';
import { findKnownCode, wordsOf } from './suggested-code.js';
import { toUnmatchedGroup, type UnmatchedReason } from './unmatched-group.js';

/**
 * Explains why groups have no deal, and suggests a code: the one that the text names, that of the only active deal with the group's name, or that of an
 * active deal that is a word of the label.
 */
export async function reviewUnmatched(
  db: Db,
  user: UserPrincipal,
  postDate: string,
  groups: readonly ImportGroup[],
  targets: Targets,
): Promise<UnmatchedGroup[]> {
  const names = new Set(groups.flatMap(({ name }) => name ?? []));
  const words = groups.flatMap(({ name, suggestion }) => [
    ...wordsOf(name ?? '').map(({ word }) => word),
    ...(suggestion === null ? [] : [suggestion.promoCode]),
  ]);
  const created = createdBy(targets);
  const coded = [...(await listCodedDeals(db, user.userId, [...new Set(words)])), ...created];
  const named = [...(await listNamedDeals(db, user.userId, [...names])), ...created];
  const dealsByName = Map.groupBy(named, ({ name }) => name.toLowerCase());
  const dealByCode = new Map(coded.map((deal) => [deal.promoCode.toLowerCase(), deal]));
  const codeByWord = new Map(coded.map(({ promoCode }) => [promoCode.toLowerCase(), promoCode]));

  return groups.map((group) => {
    const reason = reasonOf(group, targets);
    const namesake = group.suggestion === null ? onlyOne(dealsByName.get(group.name?.toLowerCase() ?? '')) : undefined;
    if (namesake) {
      const suggestion = { promoCode: namesake.promoCode, name: group.name };
      return toUnmatchedGroup({ ...group, suggestion }, reason, postDate, namesake.name);
    }
    const suggestion = group.suggestion ?? findKnownCode(group.name ?? '', codeByWord);
    const deal = dealByCode.get(suggestion?.promoCode.toLowerCase() ?? '');
    return toUnmatchedGroup({ ...group, suggestion }, reason, postDate, deal?.name);
  });
}

/** Deals that the import creates. A preview cannot read them from the database. */
function createdBy({ dealOfGroup, createdIds }: Targets): SuggestedDeal[] {
  return [...new Set(dealOfGroup.values())].flatMap(({ id, name, promoCode }) =>
    promoCode !== null && createdIds.has(id) ? [{ id, name, promoCode }] : [],
  );
}

function onlyOne(deals: readonly SuggestedDeal[] = []): SuggestedDeal | undefined {
  const [first, ...others] = deals;
  return others.every(({ id }) => id === first?.id) ? first : undefined;
}

function reasonOf(group: ImportGroup, { ambiguous, sharedKeys, sharedLinks }: Targets): UnmatchedReason {
  if (ambiguous.has(group.index)) return 'ambiguous_match';
  const isShared =
    group.videos.some(({ canonicalKey }) => sharedKeys.has(canonicalKey)) ||
    linksOf(group).some((link) => sharedLinks.has(link));
  return isShared ? 'team_shared_match' : 'no_match';
}
