import { parseInput } from '@svc/chassis/schemas/parse-input';
import { readTexts } from '@svc/http-host/http/request-input';
import { SCREENSHOT_ROUTES } from '@svc/image-routes/screenshot-routes';
import type { z } from 'zod';
import type { SentFields, StatedFacts } from '../images/upload-image.js';

const UploadFields = SCREENSHOT_ROUTES.upload.http.accepts.fields;

/** Parses the fields sent with the image of a reserved screenshot. Throws VALIDATION_ERROR. */
export function readUploadFields(sent: SentFields): StatedFacts {
  return factsOf(readFields(UploadFields, sent));
}

/** Parses the fields sent with the image of a new screenshot. Throws VALIDATION_ERROR. */
export function readNewScreenshot(sent: SentFields) {
  const input = readFields(SCREENSHOT_ROUTES.create.http.accepts.fields, sent);
  const { platform = null, dealId = null, videoId = null, note = null, createShortLink = false } = input;
  return { ...factsOf(input), platform, dealId, videoId, note, createShortLink };
}

/** Forms send numbers and booleans as text; JSON must not. */
function readFields<Fields extends z.ZodObject>(schema: Fields, { fields, areTexts }: SentFields): z.output<Fields> {
  return parseInput(schema, areTexts ? readTexts(schema, fields) : fields);
}

function factsOf({
  sourceUrl = null,
  detectedViews = null,
  capturedAt = null,
}: z.output<typeof UploadFields>): StatedFacts {
  return { sourceUrl, detectedViews, capturedAt };
}
