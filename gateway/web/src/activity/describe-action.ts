import type { Item } from '../api/operations.js';
import { FIELD_NAMES } from '../deals/deal-texts.js';

type Activity = Item<'activity.list'>;

const SENTENCES: Readonly<Record<string, string>> = {
  'deal.created': 'Created the deal',
  'deal.updated': 'Updated the deal',
  'deal.deleted': 'Deleted the deal',
  'deal.shared': 'Shared the deal with a team',
  'deal.unshared': 'Stopped sharing the deal with a team',
  'payment.added': 'Added a payment',
  'payment.updated': 'Updated a payment',
  'payment.deleted': 'Deleted a payment',
  'screenshot.linked': 'Linked a screenshot',
  'screenshot.unlinked': 'Unlinked a screenshot',
  'video.added': 'Added a video',
  'video.updated': 'Updated a video',
  'video.deleted': 'Deleted a video',
  'videos.imported': 'Imported videos',
  'view_log.added': 'Recorded a view count',
  'view_log.corrected': 'Corrected a view count',
  'view_log.deleted': 'Deleted a view count',
  'external_share.created': 'Created a shared link',
  'external_share.updated': 'Updated a shared link',
  'external_share.ended': 'Ended a shared link',
};

/** What happened, in a few words. */
export function describeAction(
  { action, changedFields, count: records, reading }: Activity,
  count: (value: number) => string,
): string {
  const sentence = SENTENCES[action] ?? action;
  if (reading) return `${sentence}: ${describeReading(reading, count)}`;
  if (changedFields.length > 0) return `${sentence}: ${changedFields.map(nameOf).join(', ')}`;
  return records > 1 ? `${sentence}: ${count(records)}` : sentence;
}

function describeReading(
  { before, after }: NonNullable<Activity['reading']>,
  count: (value: number) => string,
): string {
  const values = [before, after].flatMap((state) => (state ? [count(state.value)] : []));
  return values.join(' → ');
}

function nameOf(field: string): string {
  return (FIELD_NAMES[field as keyof typeof FIELD_NAMES] ?? field).toLowerCase();
}
