import type { Item } from '../api/operations.js';
import { shortUrl } from '../ui/short-url.js';
import { ACTIONS_ON_MANY } from './actions-on-many.js';

type Activity = Item<'activity.list'>;

/** An activity, with equal ones right before it. */
export interface FoldedActivity extends Activity {
  /** View counts recorded together, latest first; a single one when nothing is folded. */
  readonly values: readonly number[];
  /** Their existing videos, each once. */
  readonly videos: readonly string[];
  /** Number of activities in this line. */
  readonly entries: number;
  /** Their deals, each once. */
  readonly deals: readonly Pick<Activity, 'dealId' | 'dealName'>[];
}

/** Maximum activities in one line: unlimited folding would read the whole list to fill a page. */
export const FOLDED_MAX = 50;

/** Folds consecutive activities: view counts by one person on one deal, because of pasted columns, and the same change of several records by one call. */
export function foldActivity(
  items: readonly Activity[],
  dayOf: (instant: string) => string,
): readonly FoldedActivity[] {
  const folded: FoldedActivity[] = [];
  for (const each of items) {
    const values = each.reading?.after ? [each.reading.after.value] : [];
    const videos = each.video ? [each.video.title ?? shortUrl(each.video.url)] : [];
    const last = folded.at(-1);
    const hasRoom = last !== undefined && last.entries < FOLDED_MAX;
    if (hasRoom && (isAlike(last, each) || isSameCall(last, each)) && dayOf(last.createdAt) === dayOf(each.createdAt)) {
      folded[folded.length - 1] = {
        ...last,
        values: [...last.values, ...values],
        videos: [...new Set([...last.videos, ...videos])],
        entries: last.entries + 1,
        deals: last.deals.some(({ dealId }) => dealId === each.dealId) ? last.deals : [...last.deals, dealOf(each)],
      };
    } else {
      folded.push({ ...each, values, videos, entries: 1, deals: [dealOf(each)] });
    }
  }
  return folded;
}

function isAlike(one: Activity, other: Activity): boolean {
  const isRecorded = one.action === 'view_log.added' && other.action === 'view_log.added';
  if (!isRecorded || one.dealId === null || one.dealId !== other.dealId || one.userId !== other.userId) return false;
  return describeAgent(one) === describeAgent(other);
}

function isSameCall(one: Activity, other: Activity): boolean {
  if (one.requestId === null || one.requestId !== other.requestId || one.userId !== other.userId) return false;
  if (!(one.action in ACTIONS_ON_MANY) || one.action !== other.action) return false;
  return one.changedFields.join() === other.changedFields.join() && describeAgent(one) === describeAgent(other);
}

function dealOf({ dealId, dealName }: Activity): FoldedActivity['deals'][number] {
  return { dealId, dealName };
}

/** The agent, and its approval. */
function describeAgent({ agent }: Activity): string {
  if (agent === null) return '';
  return [agent.source, agent.connectionId, agent.actorId, agent.tier, agent.approvalId].join(' ');
}
