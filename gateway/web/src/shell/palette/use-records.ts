import { isAppPath } from '@svc/web/shared/paths';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Brain, ChartLine, Contact, Handshake, Image, Link2, Megaphone } from 'lucide-react';
import { useOperation } from '../../api/queries.js';
import type { Entry } from './entry.js';
import { foldHits, type Hit } from './fold-hits.js';
import { useListedRecords } from './use-listed-records.js';

/** One deal's view counts can fill a page of hits before others. */
const HITS_MAX = 30;
const RECORDS_MAX = 12;

const KINDS: Readonly<Record<Hit['type'], readonly [one: string, icon: LucideIcon]>> = {
  deals: ['deal', Handshake],
  screenshots: ['screenshot', Image],
  view_logs: ['view count', ChartLine],
  short_links: ['short link', Link2],
  contacts: ['contact', Contact],
  influencers: ['influencer', Megaphone],
  memory: ['memory', Brain],
};

interface FoundRecords {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  /** What could not be searched, in words. */
  readonly degraded: readonly string[];
}

/** Matching records, a line each. */
export function useRecords(asked: string): FoundRecords {
  const router = useRouter();
  const found = useOperation(
    'context.search',
    { q: asked, scope: 'mine-and-shared', limit: HITS_MAX },
    { enabled: asked !== '' },
  );
  const listed = useListedRecords(asked);
  const { items = [], degraded = [] } = (asked === '' ? undefined : found.data) ?? {};
  const folded = foldHits(items).filter(({ url }) => isAppPath(url.split('?', 1)[0] ?? ''));
  const hits = folded.slice(0, RECORDS_MAX).map(({ type, title, snippet, url, count }): Entry => {
    const [one, icon] = KINDS[type];
    return {
      group: 'Records',
      title,
      icon,
      about: count === 1 ? one : `${count} ${one}s`,
      path: url,
      detail: snippet === title ? undefined : snippet,
      run: () => router.history.push(url),
    };
  });
  const isCut = items.length === HITS_MAX || folded.length > RECORDS_MAX;
  const hasMoreDeals = isCut && folded.some(({ type }) => type === 'deals');
  const inDeals: Entry = {
    group: 'Records',
    title: `All deals with “${asked}”`,
    icon: Handshake,
    about: 'list',
    run: () => void router.navigate({ to: '/deals', search: { q: asked } }),
  };
  return {
    entries: [...hits, ...listed.entries, ...(hasMoreDeals ? [inDeals] : [])],
    isSearching: asked !== '' && (found.isFetching || listed.isSearching),
    degraded: degraded.map((type) => `${KINDS[type][0]}s`),
  };
}
