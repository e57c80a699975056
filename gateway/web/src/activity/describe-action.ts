import { labelOf } from '@svc/operations/schemas/field-label';
import type { Item } from '../api/operations.js';
import { visible } from '../approvals/change-texts.js';
import { FIELD_NAMES } from '../deals/deal-texts.js';
import { ACTIONS_ON_MANY } from './actions-on-many.js';
import type { FoldedActivity } from './fold-activity.js';

type Acted = Pick<Item<'activity.list'>, 'agent' | 'actorKind' | 'userId'>;

/** View counts that are named individually. */
const VALUES_MAX = 5;
const VIDEOS_MAX = 2;

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

/** The app's words for fields, apart from those of a deal. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  contactId: 'linked contact',
  paidAt: 'paid on',
  dueDate: 'due on',
  url: 'link',
  expiresAt: 'expiry',
  maxViews: 'view limit',
  visibleFields: 'shown fields',
  isActive: 'enabled or disabled',
};

/** The action, in a few words. */
export function describeAction(
  { action, changedFields, count: records, reading, values, entries }: FoldedActivity,
  count: (value: number) => string,
): string {
  const [did, what] = ACTIONS_ON_MANY[action] ?? [];
  const isOfMany = entries > 1 && did !== undefined;
  const sentence = isOfMany ? `${did} ${count(entries)} ${what}` : (SENTENCES[action] ?? action);
  if (values.length > 1) return `Recorded ${count(values.length)} view counts: ${listOf(values, count)}`;
  if (reading && changedFields.join() === 'screenshotId') {
    return `Changed the screenshot of a view count: ${describeViewLog(reading, count)}`;
  }
  if (reading) return `${sentence}: ${describeViewLog(reading, count)}`;
  if (changedFields.length > 0) return `${sentence}: ${changedFields.map(nameOf).join(', ')}`;
  return records > 1 ? `${sentence}: ${count(records)}` : sentence;
}

/** Whether an agent had to ask for what it did, in a few words. `me` is the reader. */
export function describeApproval({ agent, actorKind, userId }: Acted, me: string): string {
  if (actorKind === 'user') return agent?.source === 'copilot' ? 'Suggested by the copilot' : 'Suggested by the agent';
  if (agent?.approvalId == null) return 'Ran without asking';
  return userId === me ? 'Approved by you' : 'Approved';
}

/** Display name of an agent: that of its connection, or what it calls itself. */
export function agentName(agent: Acted['agent']): string {
  if (agent?.source === 'copilot') return 'Copilot';
  return visible(agent?.name ?? agent?.actorId ?? 'An agent');
}

/** The videos of view counts: "Kite review, Glow unboxing and 3 more". */
export function describeVideos(videos: readonly string[], count: (value: number) => string): string {
  const named = videos.slice(0, VIDEOS_MAX);
  const left = videos.length - named.length;
  if (left > 0) return `${named.join(', ')} and ${count(left)} more`;
  return [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ');
}

function listOf(values: readonly number[], count: (value: number) => string): string {
  const named = values.slice(0, VALUES_MAX).map(count).join(', ');
  return values.length > VALUES_MAX ? `${named}, …` : named;
}

function describeViewLog(
  { before, after }: NonNullable<FoldedActivity['reading']>,
  count: (value: number) => string,
): string {
  const values = new Set([before, after].flatMap((state) => (state ? [count(state.value)] : [])));
  return [...values].join(' → ');
}

function nameOf(field: string): string {
  const name = OTHER_FIELDS[field] ?? FIELD_NAMES[field as keyof typeof FIELD_NAMES] ?? labelOf(field);
  return name.toLowerCase();
}
