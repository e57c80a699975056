import { type CallOrigin, callOrigin } from '@svc/chassis/calls/call-origin';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import type { LinkedTo } from './screenshot.js';

export const LINK_ACTIVITY_TOPIC = 'screenshot_links';

/** Message to deal that a screenshot was linked or unlinked. Contains no images, URLs or keys. */
export interface LinkActivity extends CallOrigin {
  /** Id of the activity entry, so that redelivery adds no duplicate. */
  readonly id: string;
  readonly dealId: string;
  readonly action: 'screenshot.linked' | 'screenshot.unlinked';
  /** ISO 8601. */
  readonly at: string;
}

/** Notifies each affected deal of a link change. */
export async function announceLinkChange(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  before: LinkedTo | null,
  after: LinkedTo | null,
): Promise<void> {
  const at = new Date().toISOString();
  const common = { ...callOrigin(user), at };
  const note = (link: LinkedTo | null, action: LinkActivity['action']): NewMessage[] => {
    if (link === null) return [];
    const payload: LinkActivity = { id: newId(), dealId: link.dealId, action, ...common };
    return [{ destination: 'deal', topic: LINK_ACTIVITY_TOPIC, payload }];
  };
  await outbox.enqueue(tx, ...note(before, 'screenshot.unlinked'), ...note(after, 'screenshot.linked'));
}
