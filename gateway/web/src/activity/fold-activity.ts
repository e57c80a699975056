import type { Item } from '../api/operations.js';
import { shortUrl } from '../ui/short-url.js';

type Activity = Item<'activity.list'>;

/** An activity, with equal ones right before it. */
export interface FoldedActivity extends Activity {
  /** View counts recorded together, latest first; a single one when nothing is folded. */
  readonly values: readonly number[];
  /** Their existing videos, each once. */
  readonly videos: readonly string[];
}

/** Maximum view counts in one line: unlimited folding would read the whole list to fill a page. */
export const FOLDED_MAX = 50;

/** Folds consecutive view counts by one person on one deal: a pasted column becomes one line. */
export function foldActivity(
  items: readonly Activity[],
  dayOf: (instant: string) => string,
): readonly FoldedActivity[] {
  const folded: FoldedActivity[] = [];
  for (const each of items) {
    const values = each.reading?.after ? [each.reading.after.value] : [];
    const videos = each.video ? [each.video.title ?? shortUrl(each.video.url)] : [];
    const last = folded.at(-1);
    const hasRoom = last !== undefined && last.values.length < FOLDED_MAX;
    if (hasRoom && isAlike(last, each) && dayOf(last.createdAt) === dayOf(each.createdAt)) {
      folded[folded.length - 1] = {
        ...last,
        values: [...last.values, ...values],
        videos: [...new Set([...last.videos, ...videos])],
      };
    } else {
      folded.push({ ...each, values, videos });
    }
  }
  return folded;
}

function isAlike(one: Activity, other: Activity): boolean {
  const isRecorded = one.action === 'view_log.added' && other.action === 'view_log.added';
  if (!isRecorded || one.dealId === null || one.dealId !== other.dealId || one.userId !== other.userId) return false;
  return describeAgent(one) === describeAgent(other);
}

/** The agent, and its approval. */
function describeAgent({ agent }: Activity): string {
  if (agent === null) return '';
  return [agent.source, agent.connectionId, agent.actorId, agent.tier, agent.approvalId].join(' ');
}
