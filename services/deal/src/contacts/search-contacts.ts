import type { Pool } from '@svc/chassis/postgres/pool';
import type { SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import type { ContactKind } from './contact.js';
import { toContact } from './contact-access.js';
import { listRankedContacts } from './contact-search-repo.js';

/** Searches one of the two address books, without revealing matches in hidden fields of shared contacts. */
export function searchContacts(pool: Pool, kind: ContactKind): SearchType {
  return async (user, wanted) => {
    const { rows, total } = await listRankedContacts(pool, user, kind, wanted);
    const hits = rows.map(({ score, total: _total, ...row }) => {
      const { access, ...contact } = toContact(user, row);
      const { id, name, email, phone, company, handles, tags, notes } = contact;
      const names = handles.map(({ platform, handle }) => `${platform} ${handle}`).join(', ');
      const snippet = snippetOf(wanted.query, [company, email, phone, names, tags.join(', '), notes]);
      return { id, title: name, snippet, url: `/${kind}s/${id}`, score, updatedAt: row.updatedAt, access };
    });
    return { hits, totalSize: total };
  };
}
