import type { Item } from '../api/operations.js';
import { shortUrl } from '../ui/short-url.js';

type Activity = Item<'activity.list'>;

/** What happened, and with it what was the same right before. */
export interface FoldedActivity extends Activity {
  /** View counts that were recorded in one go, latest first; one of them where nothing else is folded in. */
  readonly values: readonly number[];
  /** Of which videos, as far as these are still there; each once. */
  readonly videos: readonly string[];
}

/** View counts in one line. A list that folds without end would read all that there is, to fill the page. */
export const FOLDED_MAX = 50;

/** Folds view counts that one person recorded of one deal without anything between them: a pasted column is one line. */
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

/** Which agent did it, and with which approval. */
function describeAgent({ agent }: Activity): string {
  return agent === null ? '' : [agent.source, agent.actorId, agent.tier, agent.approvalId].join(' ');
}
