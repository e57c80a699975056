import { handlesBy, type HandlesOf } from '@svc/chassis/tool-calls/handles';

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

/** States of a screenshot whose image is still to come. */
const WAITING: ReadonlySet<unknown> = new Set(['pending', 'processing']);

const named = handlesBy({ fields: FIELDS, records: { screenshot: ITSELF, capture: ITSELF } });

/** References to screenshots in records of agents' writes: what one proves, and whether it has an image. */
export const screenshotHandles: HandlesOf = (request, answer) => {
  const handles = named(request, answer);
  const { status } = handles;
  return status === undefined ? handles : { ...handles, pending: WAITING.has(status), uploaded: status === 'uploaded' };
};
