/** Records of others, who may revoke them, or their amounts, at any time. */
import type { QueryClient } from '@tanstack/react-query';

interface Seen {
  /** Fields in which records show who may see them. */
  readonly access?: { readonly role: string };
  /** Amounts; those of other users are visible only if granted. */
  readonly revenue?: number | null;
  readonly price?: number | null;
  readonly amount?: number | null;
}

interface List {
  readonly items?: readonly Seen[];
}

interface Answer extends Seen, List {
  readonly pages?: readonly List[];
  /** Field of sums that shows whose records they include. */
  readonly scope?: string;
}

const isOthers = ({ access }: Seen): boolean => access !== undefined && access.role !== 'owner';

/** Cached by row object, because long lists are checked again with every added page. */
const known = new WeakMap<readonly Seen[], boolean>();

function haveOthers(rows: readonly Seen[]): boolean {
  const have = known.get(rows) ?? rows.some(isOthers);
  known.set(rows, have);
  return have;
}

const isGranted = (seen: Seen): boolean =>
  isOthers(seen) && [seen.revenue, seen.price, seen.amount].some((amount) => amount !== undefined && amount !== null);

const isOfOthersToo = ({ scope }: Answer): boolean => scope === 'mine-and-shared';

/** The relevant parts of results. */
const answerOf = (data: unknown): Answer => (typeof data === 'object' && data !== null ? data : {});

/** Whether a result contains a record of another user. */
export function showsOthers(data: unknown): boolean {
  const answer = answerOf(data);
  const { items = [], pages = [] } = answer;
  return (
    isOfOthersToo(answer) || isOthers(answer) || haveOthers(items) || pages.some((page) => haveOthers(page.items ?? []))
  );
}

/** A record of another user, or the first rows of a list with granted amounts; further rows are read when the list is next opened. */
function isToBeReread(data: unknown): boolean {
  const answer = answerOf(data);
  const [first, ...more] = answer.pages ?? [answer];
  return isOfOthersToo(answer) || isOthers(answer) || (more.length === 0 && first?.items?.some(isGranted) === true);
}

/**
 * Refetches open records of other users on every click on the page, so that revoked ones disappear with the next click. Clicks in a dialog do not
 * affect the page below, so that typed text is kept. Returns the function that stops this.
 */
export function rereadWithClicks(queries: QueryClient): () => void {
  const onClick = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]')) return;
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isToBeReread(state.data) });
  };
  addEventListener('click', onClick);
  return () => removeEventListener('click', onClick);
}
