import { isAppPath } from '@svc/web/shared/paths';
import { useMatch, useRouter } from '@tanstack/react-router';
import type { Item, Output } from '../../api/operations.js';
import { useOperation } from '../../api/queries.js';
import { recordViews } from '../../record-views/record-views.js';
import { useSettled } from '../../ui/settled.js';
import { copyReport } from '../../views/copy-report.js';
import { useSignedIn } from '../account.js';
import { navigationFor } from '../navigation.js';
import { showPanel } from '../panel-state.js';

const TYPING_MS = 150;
const RECORDS_MAX = 12;
const DEALS_MAX = 8;

type Hit = Item<'context.search'>;

/** A line of the palette. */
export interface Entry {
  readonly title: string;
  readonly about: string;
  readonly run: () => void;
}

interface Found {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  /** What could not be searched, in words. */
  readonly degraded: readonly string[];
}

const ASK: Entry = { title: 'Ask the copilot beside the page', about: 'Ctrl J', run: () => showPanel(true) };

const TYPE_NAMES: Readonly<Record<Hit['type'], string>> = {
  deals: 'deal',
  screenshots: 'screenshot',
  view_logs: 'reading',
  short_links: 'short link',
  contacts: 'contact',
  influencers: 'influencer',
  memory: 'memory',
};

type DealToName = Pick<Item<'deals.list'>, 'id' | 'name' | 'access'>;

/** What can be done with a deal from here. */
interface Wish {
  readonly words: string;
  /** What is typed for it, and after it the beginning of the deal's name. */
  readonly pattern: RegExp;
  readonly entryOf: (deal: DealToName, about: string) => Entry;
  readonly isAllowed: (deal: DealToName) => boolean;
}

const WISHES: readonly Wish[] = [
  {
    words: 'copy report',
    pattern: /^copy(?: report)?(?: for)?(?: (?<name>.*))?$/i,
    entryOf: ({ id: dealId, name: dealName }, about) => ({
      title: `Copy report for ${dealName}`,
      about,
      run: () => void copyReport({ dealId, dealName }),
    }),
    isAllowed: () => true,
  },
  {
    words: 'record views',
    pattern: /^record (?:v|vi|vie|views?(?: for| of)?(?: (?<name>.*))?)$/i,
    entryOf: ({ id: dealId, name: dealName }, about) => ({
      title: `Record views for ${dealName}`,
      about,
      run: () => recordViews({ dealId, dealName }),
    }),
    isAllowed: ({ access }) => access.canEditViews,
  },
];

/** What the palette offers for a text: what the deal that is open can do, pages, and records; or one thing to do with deals alone. */
export function useEntries(text: string): Found {
  const wish = WISHES.find(({ pattern }) => pattern.test(text));
  const asked = useSettled(text, TYPING_MS);
  const name = (wish?.pattern.exec(asked)?.groups?.['name'] ?? '').trim();
  const records = useRecords(wish || WISHES.some(({ pattern }) => pattern.test(asked)) ? '' : asked);
  const deals = useOperation(
    'deals.list',
    { scope: 'mine-and-shared', limit: DEALS_MAX, ...(name !== '' && { q: name }) },
    { enabled: wish !== undefined && asked === text },
  );
  const open = useOpenDeal();
  const pages = usePages();
  const isPending = text !== asked;
  const ofOpen = (each: Wish): readonly Entry[] =>
    open && each.isAllowed(open) ? [each.entryOf(open, 'this deal')] : [];
  if (!wish) {
    // A name finds its record first; what the open deal can do comes first where the text may begin to ask for it.
    const first = WISHES.filter(({ words }) => words.startsWith(text.toLowerCase())).flatMap(ofOpen);
    const named = [...pages, ASK].filter(isNamed(text));
    return {
      ...records,
      entries: [...first, ...named, ...records.entries],
      isSearching: isPending || records.isSearching,
    };
  }
  const others = (deals.data?.items ?? [])
    .filter((deal) => deal.id !== open?.id && wish.isAllowed(deal))
    .map((deal) => wish.entryOf(deal, 'deal'));
  return {
    entries: [...ofOpen(wish).filter(isNamed(name)), ...others],
    isSearching: isPending || deals.isFetching,
    degraded: [],
  };
}

const isNamed =
  (text: string) =>
  ({ title }: Entry): boolean =>
    title.toLowerCase().includes(text.toLowerCase());

/** The deal whose page is open. */
function useOpenDeal(): Output<'deals.get'> | undefined {
  const match = useMatch({ from: '/app/deals/$dealId', shouldThrow: false });
  const dealId = match?.params.dealId;
  const deal = useOperation('deals.get', { dealId: dealId ?? '' }, { enabled: dealId !== undefined });
  return deal.data;
}

function usePages(): readonly Entry[] {
  const { user } = useSignedIn();
  const router = useRouter();
  return navigationFor(user)
    .flatMap(({ items }) => items)
    .map(({ path, label, letter }) => ({
      title: label,
      about: letter === undefined ? 'page' : `g ${letter}`,
      run: () => router.history.push(path),
    }));
}

/** Records that match. */
function useRecords(asked: string): Found {
  const router = useRouter();
  const found = useOperation(
    'context.search',
    { q: asked, scope: 'mine-and-shared', limit: RECORDS_MAX },
    { enabled: asked !== '' },
  );
  const { items = [], degraded = [] } = (asked === '' ? undefined : found.data) ?? {};
  return {
    entries: items
      .filter(({ url }) => isAppPath(url.split('?', 1)[0] ?? ''))
      .map(({ url, title, type }) => ({ title, about: TYPE_NAMES[type], run: () => router.history.push(url) })),
    isSearching: asked !== '' && found.isFetching,
    degraded: degraded.map((type) => `${TYPE_NAMES[type]}s`),
  };
}
