/** Fields outside the path that take record ids, and which record of another user each could name. */

/** An input field that takes an id. */
export interface IdField {
  readonly operation: string;
  readonly field: string;
  /** Name of the id among those of the shared world. */
  readonly of: string;
  /** The other fields of a valid input. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Set if the operation accepts any id, so that its answer reveals nothing. */
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
  { operation: 'deals.replace_view_log_screenshot', field: 'screenshotId', of: 'screenshotId' },
  { operation: 'deals.view_logs', field: 'dealId', of: 'dealId' },
  { operation: 'deals.view_logs', field: 'videoId', of: 'videoId' },
  { operation: 'deals.view_logs', field: 'logIds', of: 'viewId' },
];

/** Id fields without a row in the table, with the reason. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'access_requests.create ownerId': 'A user, whom anyone may ask.',
  'external_shares.update entityId': "Compared with the link's own; nothing is looked up.",
  'screenshots.capture videoId': 'Only read together with the deal, which is checked first.',
  'screenshots.link videoId': 'Only read together with the deal, which is checked first.',
  'screenshots.reserve videoId': 'Only read together with the deal, which is checked first.',
  'suggestions.create targetId': 'Its input is a change of any operation; see suggestions.test.',
  'tasks.create assigneeId': 'A user of a shared team; see tasks.test.',
  'tasks.update assigneeId': 'A user of a shared team; see tasks.test.',
  'tasks.list assigneeId': 'A user id, which is not secret.',
  'copilot.send_message clientMessageId': 'A name that the client chooses, within one conversation.',
  'deals.add_view_log screenshotId': 'Needs a video of the caller; see proof-handlers.test.',
  'deals.view_logs logId': 'One of logIds.',
  'viewcheck_evidence dealId': 'Copied into the proposed call; nothing is looked up.',
  'viewcheck_evidence candidateId': 'Names a row of the same request.',
};
