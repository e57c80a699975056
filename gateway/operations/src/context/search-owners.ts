import { withDeadline } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import type { Hit, TypeHits } from '@svc/proto/search/v1/search_service';
import type { Clients } from '../run/clients.js';
import { operationError } from '../run/error-codes.js';
import { SEARCH_TYPES, type SearchType } from '../schemas/search.js';

/** Timeout of each service in milliseconds; results of slower ones are omitted. */
const OWNER_MS = 800;

/** Scopes of which an agent needs one to see memories. */
const MEMORY_SCOPES = ['svc.memory', 'mcp'];

type SearchClient = 'dealSearch' | 'screenshotSearch' | 'viewLogSearch' | 'shortLinkSearch' | 'memorySearch';

/** The service that searches each type. */
const OWNERS: readonly { readonly client: SearchClient; readonly types: readonly SearchType[] }[] = [
  { client: 'dealSearch', types: ['deals', 'contacts', 'influencers'] },
  { client: 'screenshotSearch', types: ['screenshots'] },
  { client: 'viewLogSearch', types: ['view_logs'] },
  { client: 'shortLinkSearch', types: ['short_links'] },
  { client: 'memorySearch', types: ['memory'] },
];

export interface Wanted {
  readonly query: string;
  readonly scope: string;
  /** Absent means every type the caller may see. */
  readonly types: readonly SearchType[] | undefined;
  /** Maximum items of each type. */
  readonly limit: number;
}

export interface FoundItem extends Hit {
  readonly type: SearchType;
}

/** Merged results: items, best first, totals by type, and types that could not be searched. */
export interface Found {
  readonly items: readonly FoundItem[];
  readonly total: number;
  readonly counts: Readonly<Partial<Record<SearchType, number>>>;
  readonly degraded: readonly SearchType[];
}

interface OwnerAnswer {
  readonly results: readonly TypeHits[];
  readonly degraded: readonly SearchType[];
}

/**
 * Searches all services that have one of the types, in parallel. Throws INSUFFICIENT_SCOPE for an agent that requests memories without the scope; if
 * it names no types, it gets all others.
 */
export async function searchOwners(clients: Pick<Clients, SearchClient>, wanted: Wanted): Promise<Found> {
  const asked = OWNERS.map(({ client, types }) => ({
    client: clients[client],
    types: types.filter((type) => wanted.types?.includes(type) ?? true),
  })).filter(({ types }) => types.length > 0);
  const answers = await Promise.all(asked.map(({ client, types }) => askOwner(client, types, wanted)));
  const results = answers.flatMap((answer) => answer.results);
  return {
    items: results
      .flatMap(({ type, hits }) => hits.map((hit) => ({ ...hit, type: type as SearchType })))
      .toSorted(bestFirst),
    total: results.reduce((sum, { totalSize }) => sum + totalSize, 0),
    counts: Object.fromEntries(results.map(({ type, totalSize }) => [type, totalSize])),
    degraded: SEARCH_TYPES.filter((type) => answers.some(({ degraded }) => degraded.includes(type))),
  };
}

async function askOwner(
  client: Clients[SearchClient],
  types: readonly SearchType[],
  { query, scope, limit, ...wanted }: Wanted,
): Promise<OwnerAnswer> {
  try {
    const request = { query, scope, types: [...types], limit };
    const { results } = await withDeadline(OWNER_MS, () => client.search(request));
    return { results, degraded: [] };
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'forbidden')) return { results: [], degraded: types };
    if (wanted.types === undefined) return { results: [], degraded: [] };
    throw operationError('INSUFFICIENT_SCOPE', `${error.message} Ask the user for it.`, {
      data: { scopes: MEMORY_SCOPES },
    });
  }
}

/** Sorts in a stable order, so that pages do not overlap. */
function bestFirst(left: FoundItem, right: FoundItem): number {
  const byChange = timeOf(right) - timeOf(left);
  if (left.score !== right.score) return right.score - left.score;
  if (byChange !== 0) return byChange;
  return left.id < right.id ? -1 : 1;
}

function timeOf({ updatedAt }: FoundItem): number {
  return updatedAt?.getTime() ?? 0;
}
