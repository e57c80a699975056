import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { OWNERS_ACCESS, type SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import { listRankedMemories } from './memory-search-repo.js';

/** Scopes of which an agent needs one to see memories; other searches need less. */
const SCOPES = ['svc.memory', 'mcp'];

/** Maximum length of a title. */
const TITLE_MAX = 80;

/** Searches active memories. Throws FORBIDDEN for an agent without access to memories. */
export function searchMemories(pool: Pool): SearchType {
  return async (user, wanted) => {
    if (!maySee(user)) throw appError('FORBIDDEN', `The agent needs the scope ${SCOPES.join(' or ')} to see memories.`);
    const { rows, total } = await listRankedMemories(pool, user.userId, wanted);
    const hits = rows.map(({ id, content, kind, tags, score, updatedAt, notice }) => ({
      id,
      title: titleOf(content),
      snippet: snippetOf(wanted.query, [content, tags.join(', '), kind]),
      url: '/agents',
      score,
      updatedAt,
      access: OWNERS_ACCESS,
      notice,
    }));
    return { hits, totalSize: total };
  };
}

function maySee(user: UserPrincipal): boolean {
  return user.kind === 'user' || user.agent.scopes.some((scope) => SCOPES.includes(scope));
}

/** The first line with text. */
function titleOf(content: string): string {
  const line = content.trim().split('\n', 1)[0] ?? '';
  return line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
