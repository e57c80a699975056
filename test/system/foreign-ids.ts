/** Where requests name records by an id that is not in their path, and which one of another user's it could be. */

/** A field of an operation that takes an id. */
export interface IdField {
  readonly operation: string;
  readonly field: string;
  /** Id of the record, by the names of the shared world. */
  readonly of: string;
  /** The rest of a good input. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Whatever is asked for is taken: the answer says nothing of it. */
  readonly answersAll?: true;
}

export const ID_FIELDS: readonly IdField[] = [
  { operation: 'agent_connection.list_calls', field: 'connectionId', of: 'connectionRequestId' },
  {
    operation: 'access_requests.create',
    field: 'entityId',
    of: 'dealId',
    beside: { entityType: 'deal' },
    answersAll: true,
  },
  { operation: 'deals.create', field: 'contactId', of: 'contactId', beside: { name: 'N' } },
  { operation: 'deals.create', field: 'influencerId', of: 'influencerId', beside: { name: 'N' } },
  { operation: 'deals.list', field: 'contactId', of: 'contactId' },
  { operation: 'deals.list', field: 'influencerId', of: 'influencerId' },
  { operation: 'deals.update', field: 'contactId', of: 'contactId' },
  { operation: 'deals.update', field: 'influencerId', of: 'influencerId' },
  { operation: 'external_shares.create', field: 'entityId', of: 'dealId', beside: { entityType: 'deal' } },
  { operation: 'external_shares.list', field: 'entityId', of: 'dealId' },
  { operation: 'payments.list_all', field: 'contactId', of: 'contactId' },
  { operation: 'payments.list_all', field: 'influencerId', of: 'influencerId' },
  {
    operation: 'screenshots.capture',
    field: 'screenshotId',
    of: 'screenshotId',
    beside: { sourceUrl: 'https://example.com/' },
  },
  { operation: 'screenshots.capture', field: 'dealId', of: 'dealId', beside: { sourceUrl: 'https://example.com/' } },
  { operation: 'screenshots.link', field: 'dealId', of: 'dealId' },
  { operation: 'screenshots.list', field: 'dealId', of: 'dealId' },
  { operation: 'screenshots.list', field: 'videoId', of: 'videoId' },
  { operation: 'screenshots.reserve', field: 'dealId', of: 'dealId' },
  { operation: 'shares.list', field: 'entityId', of: 'dealId', beside: { entityType: 'deal' } },
  { operation: 'short_links.create', field: 'dealId', of: 'dealId', beside: { url: 'https://example.com/' } },
  { operation: 'short_links.list', field: 'dealId', of: 'dealId' },
  { operation: 'short_links.update', field: 'dealId', of: 'dealId' },
  { operation: 'suggestions.list', field: 'targetId', of: 'dealId', beside: { targetType: 'deal' } },
  { operation: 'tasks.create', field: 'dealId', of: 'dealId', beside: { title: 'T' } },
  { operation: 'tasks.create', field: 'contactId', of: 'contactId', beside: { title: 'T' } },
  { operation: 'tasks.list', field: 'dealId', of: 'dealId' },
  { operation: 'tasks.list', field: 'contactId', of: 'contactId' },
  { operation: 'tasks.update', field: 'dealId', of: 'dealId' },
  { operation: 'tasks.update', field: 'contactId', of: 'contactId' },
  { operation: 'videos.list', field: 'contactId', of: 'contactId' },
  { operation: 'videos.list', field: 'influencerId', of: 'influencerId' },
  { operation: 'teams.share', field: 'entityId', of: 'dealId', beside: { entityType: 'deal' } },
  { operation: 'deals.add_view_log', field: 'videoId', of: 'videoId', beside: { value: 1 } },
  { operation: 'deals.report', field: 'templateId', of: 'templateId' },
  { operation: 'deals.update_view_log', field: 'screenshotId', of: 'screenshotId' },
  { operation: 'deals.view_logs', field: 'dealId', of: 'dealId' },
  { operation: 'deals.view_logs', field: 'videoId', of: 'videoId' },
  { operation: 'deals.view_logs', field: 'logIds', of: 'viewId' },
];

/** Fields of which the table has no row, and why. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'access_requests.create ownerId': 'A user, whom anyone may ask.',
  'screenshots.capture videoId': 'Counts beside its deal alone, which is looked at first.',
  'screenshots.link videoId': 'Counts beside its deal alone, which is looked at first.',
  'screenshots.reserve videoId': 'Counts beside its deal alone, which is looked at first.',
  'suggestions.create targetId': 'Its input is a change of any operation; suggestions.test has the cases.',
  'tasks.create assigneeId': 'A user of a shared team; tasks.test has the cases.',
  'tasks.update assigneeId': 'A user of a shared team; tasks.test has the cases.',
  'tasks.list assigneeId': 'A user, who is no secret.',
  'copilot.send_message clientMessageId': 'A name of the client’s own, within one conversation.',
  'deals.add_view_log screenshotId': 'Needs a video of one’s own; proof-handlers.test has the cases.',
  'deals.view_logs logId': 'One of logIds.',
  'viewcheck_evidence dealId': 'Is passed on in what it proposes; it looks nothing up.',
  'viewcheck_evidence candidateId': 'Names a row of the same request.',
};
