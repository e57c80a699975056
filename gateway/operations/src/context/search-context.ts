import { Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { SEARCH_TYPES, SearchHit, SearchType } from '../schemas/search.js';
import { searchOwners } from './search-owners.js';

const Types = z
  .string()
  .trim()
  .max(200)
  .transform((types) => types.split(',').map((type) => type.trim()))
  .pipe(z.array(SearchType))
  .optional()
  .describe(`Record types, separated by commas: ${SEARCH_TYPES.join(', ')}; by default all the caller may see.`);

export const searchContext = defineOperation({
  name: 'context.search',
  summary: 'Search deals, screenshots, view logs, short links, contacts, influencers and memories at once',
  description:
    'Returns hits with type, id, title, a text snippet and URL, best matches first. Use it first when you know a name, promo code, handle or link but no id. `counts` has the number of matches by type; types that could not be searched in time are in ' +
    '`degraded`. Agents see memories only with the scope `svc.memory`.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/context/search' },
  input: z.strictObject({
    q: Search,
    scope: Scope,
    types: Types,
    limit: z.int().min(1).max(50).default(20),
    offset: z.int().min(0).max(500).default(0),
  }),
  output: z.object({
    items: z.array(SearchHit),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    counts: z.partialRecord(SearchType, z.int()),
    degraded: z.array(SearchType),
  }),
  run: async ({ q, scope, types, limit, offset }, { clients, pathOrigin = '' }) => {
    const found = await searchOwners(clients, { query: q, scope, types, limit: offset + limit });
    const items = found.items.slice(offset, offset + limit).map((hit) => ({ ...hit, url: pathOrigin + hit.url }));
    return { ...found, items, limit, offset };
  },
});
