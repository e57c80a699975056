import { referencesBy, type ReferencesOf } from '@svc/chassis/tool-calls/references';

const FIELDS = [
  'screenshotId',
  'shortId',
  'jobId',
  'dealId',
  'videoId',
  'sourceUrl',
  'platform',
  'detectedViews',
  'status',
] as const;
const ITSELF = Object.fromEntries(FIELDS.map((field) => [field, field]));

/** States of a screenshot that still waits for its image. */
const WAITING: ReadonlySet<unknown> = new Set(['pending', 'processing']);

const named = referencesBy({ fields: FIELDS, records: { screenshot: ITSELF, capture: ITSELF } });

/** References to screenshots in tool calls: what one proves, and whether it has an image. */
export const screenshotReferences: ReferencesOf = (request, answer) => {
  const references = named(request, answer);
  const { status } = references;
  return status === undefined
    ? references
    : { ...references, pending: WAITING.has(status), uploaded: status === 'uploaded' };
};
