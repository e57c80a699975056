import { useMatch, useRouter } from '@tanstack/react-router';
import { ChartLine, ClipboardCopy } from 'lucide-react';
import type { Item, Output } from '../../api/operations.js';
import { useOperation } from '../../api/queries.js';
import { recordViews } from '../../record-views/record-views.js';
import { useDebounced } from '../../ui/debounced.js';
import { copyReport } from '../../views/copy-report.js';
import { useSignedIn } from '../account.js';
import { pagesFor } from '../navigation.js';
import { type Entry, isNamed } from './entry.js';
import { useActions } from './use-actions.js';
import { useRecent } from './use-recent.js';
import { useRecords } from './use-records.js';

const TYPING_MS = 150;
const DEALS_MAX = 8;

interface Found {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  /** What could not be searched, in words. */
  readonly degraded: readonly string[];
}

type DealToName = Pick<Item<'deals.list'>, 'id' | 'name' | 'access'>;

/** Actions on a deal. */
interface Wish {
  readonly words: string;
  /** The command, followed by the beginning of the deal's name. */
  readonly pattern: RegExp;
  readonly entryOf: (deal: DealToName, about: string) => Entry;
  readonly isAllowed: (deal: DealToName) => boolean;
}

const WISHES: readonly Wish[] = [
  {
    words: 'copy report',
    pattern: /^copy(?: report)?(?: for)?(?: (?<name>.*))?$/i,
    entryOf: ({ id: dealId, name: dealName }, about) => ({
      group: 'Actions',
      title: `Copy report for ${dealName}`,
      icon: ClipboardCopy,
      about,
      run: () => void copyReport({ dealId, dealName }),
    }),
    isAllowed: () => true,
  },
  {
    words: 'record views',
    pattern: /^record (?:v|vi|vie|views?(?: for| of)?(?: (?<name>.*))?)$/i,
    entryOf: ({ id: dealId, name: dealName }, about) => ({
      group: 'Actions',
      title: `Record views for ${dealName}`,
      icon: ChartLine,
      about,
      run: () => recordViews({ dealId, dealName }),
    }),
    isAllowed: ({ access }) => access.canEditViews,
  },
];

/**
 * The palette's entries for a text: actions of the open deal, other actions, recent records, and matching pages and records; or one action for
 * several deals.
 */
export function useEntries(text: string): Found {
  const wish = WISHES.find(({ pattern }) => pattern.test(text));
  const asked = useDebounced(text, TYPING_MS);
  const name = (wish?.pattern.exec(asked)?.groups?.['name'] ?? '').trim();
  const records = useRecords(wish || WISHES.some(({ pattern }) => pattern.test(asked)) ? '' : asked);
  const deals = useOperation(
    'deals.list',
    { scope: 'mine-and-shared', limit: DEALS_MAX, ...(name !== '' && { q: name }) },
    { enabled: wish !== undefined && asked === text },
  );
  const open = useOpenDeal();
  const actions = useActions();
  const recent = useRecent();
  const pages = usePages();
  const isPending = text !== asked;
  const ofOpen = (each: Wish): readonly Entry[] =>
    open && each.isAllowed(open) ? [each.entryOf(open, 'this deal')] : [];
  if (!wish) {
    // A name finds its record first; the open deal's actions come first when the text may be the start of one.
    const first = WISHES.filter(({ words }) => words.startsWith(text.toLowerCase())).flatMap(ofOpen);
    const offered = [...actions, ...recent, ...pages];
    const named = text === '' ? offered.filter(({ isRare }) => !isRare) : offered.filter(isNamed(text));
    const isShown = new Set(named.flatMap(({ path }) => path ?? []));
    return {
      ...records,
      entries: [...first, ...named, ...records.entries.filter(({ path = '' }) => !isShown.has(path))],
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
  return pagesFor(user).map(({ path, label, letter, icon, words }) => ({
    group: 'Pages',
    title: label,
    icon,
    ...(words !== undefined && { words }),
    about: letter === undefined ? '' : `g ${letter}`,
    run: () => router.history.push(path),
  }));
}
