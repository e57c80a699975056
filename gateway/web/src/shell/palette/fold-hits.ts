import type { Item } from '../../api/operations.js';

export type Hit = Pick<Item<'context.search'>, 'type' | 'title' | 'snippet' | 'url'>;

/** View counts join their deal, or make one line when the deal itself is not found; agents' memories come last. */
export function foldHits(hits: readonly Hit[]): readonly (Hit & { readonly count: number })[] {
  const dealUrls = new Set(hits.filter(({ type }) => type === 'deals').map(({ url }) => url));
  const folded = new Map<string, Hit & { readonly count: number }>();
  for (const [index, hit] of hits.entries()) {
    const isCount = hit.type === 'view_logs';
    if (isCount && dealUrls.has(hit.url)) continue;
    const key = isCount ? hit.url : String(index);
    const before = folded.get(key);
    folded.set(key, before ? { ...before, snippet: '', count: before.count + 1 } : { ...hit, count: 1 });
  }
  return [...folded.values()]
    .map((each) => (each.type === 'view_logs' ? { ...each, url: `${each.url}?tab=views` } : each))
    .toSorted((one, other) => Number(one.type === 'memory') - Number(other.type === 'memory'));
}
