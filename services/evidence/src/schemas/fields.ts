import { clearable } from '@svc/chassis/schemas/scalars';
import { PLATFORM_NAMES } from '@svc/video-pages/addresses/platforms/platform';
import { z } from 'zod';
import { SHORT_LENGTH_MAX, TEXT_LENGTH_MAX, URL_LENGTH_MAX } from './limits.js';

/** A text of a page; what is too long of it is cut, not refused. */
export const PageText = clearable(TEXT_LENGTH_MAX).meta({ id: 'EvidencePageText' }).optional();

/** A short text; null, empty and absent are one. */
export const ShortText = clearable(SHORT_LENGTH_MAX).meta({ id: 'EvidenceText' }).optional();

/** A link as people paste it; what cannot be read as one is a rejected row, not a bad request. */
export const PastedUrl = clearable(URL_LENGTH_MAX).meta({ id: 'EvidenceLink' }).optional();

/** A number that is judged later: one out of range is told in the answer. */
export const AnyNumber = z.number().nullable().optional();

export const Flag = z.boolean().nullable().optional();

/** One of a closed set; an empty text, as templates have it, is none. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  const none = z.literal('').transform(() => null);
  return z.union([z.enum(values), none, z.null()]).optional();
}

export const PlatformChoice = choice(PLATFORM_NAMES);
