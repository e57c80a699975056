import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import { containsText, searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { FIRST_ID } from '@svc/chassis/postgres/key-set';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import { DEAL_SIGHT } from './deal-access.js';
import { viewerOf, type Scope } from '@svc/chassis/sharing/sight';
import { type SeenRow } from '../visibility/sight.js';
import { dealsWithVideos, namedVideos } from '../videos/named-videos.js';
import { DEAL_COLUMNS } from './deal-repo.js';
import type { DealRow } from './deal.js';

/** Which deals a list holds; null leaves a filter out. */
export interface DealFilter {
  readonly scope: Scope;
  readonly status: string | null;
  /** Searches name, brand, promo code, contact, tags, the notes of one's own deals, and videos by address or id. */
  readonly query: string | null;
  /** Compared without case. */
  readonly promoCode: string | null;
  readonly tag: string | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
  /** First and last day of the post date. */
  readonly from: string | null;
  readonly to: string | null;
}

const SORT_EXPRESSIONS = {
  createdAt: 'd.created_at',
  updatedAt: 'd.updated_at',
  name: 'extensions.search_text(d.name)',
  postDate: 'd.post_date',
  totalViews: 'd.total_views',
} as const;

/** `order by` for a field, descending with `-` before it; deals without a post date come last. Throws `invalid_input`. */
function orderOf(sort: string): string {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace(/^-/, '');
  if (!isSortField(field)) throw invalidInput('sort', `must be one of ${Object.keys(SORT_EXPRESSIONS).join(', ')}.`);
  const nulls = field === 'postDate' ? ' nulls last' : '';
  return `${SORT_EXPRESSIONS[field]} ${direction}${nulls}, d.id ${direction}`;
}

function isSortField(field: string): field is keyof typeof SORT_EXPRESSIONS {
  return Object.hasOwn(SORT_EXPRESSIONS, field);
}

/** Only a search that is there can use its index, so it is the one filter that the text of the statement depends on. */
const MATCHES = `d.search_text like extensions.search_text($12)
          or (d.owner_id = $1 and extensions.search_text(d.notes) like extensions.search_text($12))`;

/** Deals of an owner, oldest first, from the one after the position. */
export async function listOwnedDeals(
  db: Db,
  ownerId: string,
  after: PagePosition | null,
  limit: number,
): Promise<DealRow[]> {
  return db.list<DealRow>(
    `select ${DEAL_COLUMNS} from deal.deals d
      where d.owner_id = $1
        and (d.created_at, d.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, ${FIRST_ID}))
      order by d.created_at, d.id limit $4`,
    [ownerId, after?.at ?? null, after?.id ?? null, limit],
  );
}

/** Deals that the caller sees, and how many there are in all. */
export async function listDeals(
  db: Db,
  user: UserPrincipal,
  filter: DealFilter,
  sort: string,
  page: Page,
): Promise<PageRows<DealRow & SeenRow>> {
  const { condition, value } = searchOf(filter);
  const isListed = `${DEAL_SIGHT.isInScope(filter.scope, 'd.owner_id', 'd.id')}
        and ($3::text is null or d.status = $3)
        and ($4::text is null or lower(d.promo_code) = lower(normalize($4)))
        and ($5::text is null or ${containsText('d.tags', '$5')})
        and ($6::date is null or d.post_date >= $6)
        and ($7::date is null or d.post_date <= $7)
        and ($8::uuid is null or d.contact_id = $8)
        and ($9::uuid is null or d.influencer_id = $9)
        ${condition}`;
  const text = `
     select ${DEAL_COLUMNS}, ${DEAL_SIGHT.seenColumns},
            ${countUpToMax(`deal.deals d where ${isListed}`)} as total
       from deal.deals d
      where ${isListed}
      order by ${orderOf(sort)}
      limit $10 offset $11`;
  const { status, promoCode, tag, from, to, contactId, influencerId } = filter;
  const filters = [
    ...viewerOf(user),
    status,
    promoCode,
    tag?.normalize('NFKC') ?? null,
    from,
    to,
    contactId,
    influencerId,
  ];
  return listPage(page, ({ limit, offset }) => db.query(text, [...filters, limit, offset, ...value]));
}

/** The condition of a search, and its parameter: the pattern of a text, or the keys of videos that it names. */
function searchOf({ query, scope }: DealFilter): { readonly condition: string; readonly value: readonly unknown[] } {
  if (query === null) return { condition: '', value: [] };
  const named = namedVideos(query);
  const pattern = searchPattern(query);
  if (!named) return { condition: `and (${MATCHES})`, value: [pattern] };
  if (named.isAddress) return { condition: `and d.id = any (${dealsWithVideos(scope, '$12')})`, value: [named.keys] };
  return {
    condition: `and (${MATCHES} or d.id = any (${dealsWithVideos(scope, '$13')}))`,
    value: [pattern, named.keys],
  };
}
