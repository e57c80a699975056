import { type References, referencesBy } from '@svc/chassis/tool-calls/references';

/** Output fields with ids of touched records. */
const FIELDS = [
  'dealId',
  'dealName',
  'videoId',
  'screenshotId',
  'shortId',
  'jobId',
  'approvalId',
  'sourceUrl',
  'platform',
  'detectedViews',
  'pending',
  'uploaded',
  'promoCode',
  'status',
  'total',
];

/** The name of the reference for a record's own `id`. */
const IDS: Readonly<Record<string, string>> = {
  contacts: 'contactId',
  influencers: 'influencerId',
  tasks: 'taskId',
  payments: 'paymentId',
  short_links: 'linkId',
  suggestions: 'suggestionId',
  memory: 'memoryId',
};

const ANSWER = {
  fields: FIELDS,
  records: {
    deal: { id: 'dealId', name: 'dealName' },
    record: { id: 'id' },
  },
  lists: { deals: ['dealId', 'name', 'promoCode', 'status'] },
  counts: ['summary'],
};

const named = referencesBy(ANSWER);

/** The references in an output for the record of a call; the family is the operation's. */
export function referencesOf(family: string | undefined, output: unknown): References {
  if (typeof output !== 'object' || output === null) return {};
  // An output is a record itself, and the family `deals` returns several kinds.
  const isDeal = family === 'deals' && 'promoCode' in output && 'name' in output;
  const { id, ...references } = named(undefined, { ...output, deal: isDeal ? output : undefined, record: output });
  const idName = family === undefined ? undefined : IDS[family];
  return idName === undefined || id === undefined ? references : { ...references, [idName]: id };
}
