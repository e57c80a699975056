import { parseInput } from '@svc/chassis/schemas/parse-input';
import { readTexts } from '@svc/http-host/http/request-input';
import { clearable, Id, InstantInput, text, WebUrl } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import type { SentFields, StatedFacts } from '../images/upload-image.js';

const SourceUrl = WebUrl.nullish();

/** Fields beside an image. The file name was once a hint for its kind. */
const uploadFields = {
  filename: text(255).nullish(),
  sourceUrl: SourceUrl,
  detectedViews: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  capturedAt: InstantInput.nullish(),
};

const UploadFields = z.strictObject(uploadFields);
const NewScreenshotFields = z.strictObject({
  ...uploadFields,
  platform: clearable(40).optional(),
  dealId: Id.nullish(),
  videoId: Id.nullish(),
  note: clearable(2_000).optional(),
  createShortLink: z.boolean().default(false),
});

/** Fields beside the image of a reserved screenshot. Throws VALIDATION_ERROR. */
export function readUploadFields(sent: SentFields): StatedFacts {
  return factsOf(readFields(UploadFields, sent));
}

/** Fields beside the image of a new screenshot. Throws VALIDATION_ERROR. */
export function readNewScreenshot(sent: SentFields) {
  const { filename: _filename, ...given } = readFields(NewScreenshotFields, sent);
  const { platform = null, dealId = null, videoId = null, note = null, createShortLink } = given;
  return { ...factsOf(given), platform, dealId, videoId, note, createShortLink };
}

/** Only forms write numbers and booleans as text. */
function readFields<Fields extends z.ZodObject>(schema: Fields, { fields, areTexts }: SentFields): z.output<Fields> {
  return parseInput(schema, areTexts ? readTexts(schema, fields) : fields);
}

function factsOf({
  sourceUrl = null,
  detectedViews = null,
  capturedAt = null,
}: Omit<z.output<typeof UploadFields>, 'filename'>): StatedFacts {
  return { sourceUrl, detectedViews, capturedAt };
}
