import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { ServerCall } from '@svc/chassis/grpc/server-call';
import { readScope, type Scope } from '../sharing/visibility-predicate.js';

/** Maximum hits of one type that a search pages to. */
const LIMIT_MAX = 550;

/** The search text. */
export interface Wanted {
  readonly query: string;
  readonly scope: Scope;
  /** Maximum hits of the type. */
  readonly limit: number;
}

/** The caller's rights on a found record. */
export interface HitAccess {
  readonly role: string;
  readonly teamIds: string[];
  readonly canEdit: boolean;
  readonly canEditViews: boolean;
  readonly redacted: string[];
}

/** A found record, as the caller may see it. */
export interface Hit {
  readonly id: string;
  readonly title: string;
  readonly snippet: string;
  /** Path below the public origin. */
  readonly url: string;
  readonly score: number;
  readonly updatedAt: Date;
  readonly access: HitAccess | null;
  /** A warning about the text, such as that an agent wrote it. */
  readonly notice?: string | null;
}

/** The best hits of a type, with their total. */
export interface Hits {
  readonly hits: Hit[];
  readonly totalSize: number;
}

/** Searches the records of one type. */
export type SearchType = (user: UserPrincipal, wanted: Wanted) => Promise<Hits>;

/** Rights on records that only their owner sees. */
export const OWNERS_ACCESS: HitAccess = {
  role: 'owner',
  teamIds: [],
  canEdit: true,
  canEditViews: false,
  redacted: [],
};

/** Handlers of `svc.search.v1` for a service's types: the requested ones are searched in parallel. Throws `invalid_input` for an invalid scope. */
export function searchHandlers(types: Readonly<Record<string, SearchType>>) {
  return {
    search: async (
      request: { readonly query: string; readonly scope: string; readonly types: string[]; readonly limit: number },
      { user }: ServerCall,
    ) => {
      const { query } = request;
      const limit = Math.max(1, Math.min(request.limit, LIMIT_MAX));
      const wanted = { query, scope: readScope(request.scope), limit };
      const asked = Object.entries(types).filter(([type]) => request.types.includes(type));
      const results = asked.map(async ([type, search]) => ({ type, ...(await search(user, wanted)) }));
      return { results: await Promise.all(results) };
    },
  };
}
