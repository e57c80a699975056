import { referencesBy, type References } from '@svc/chassis/tool-calls/references';

/** Fields of an answer that name what was touched, and nothing more. */
const FIELDS = [
  'dealId',
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

/** What the `id` of a record is called where it stands alone. */
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

/** What a record of a call says of its answer (specification section 2); the family is that of its operation. */
export function referencesOf(family: string | undefined, output: unknown): References {
  if (typeof output !== 'object' || output === null) return {};
  // Answers are records themselves, and those of the family deals are of more kinds than one.
  const isDeal = family === 'deals' && 'promoCode' in output && 'name' in output;
  const { id, ...references } = named(undefined, { ...output, deal: isDeal ? output : undefined, record: output });
  const idName = family === undefined ? undefined : IDS[family];
  return idName === undefined || id === undefined ? references : { ...references, [idName]: id };
}
