import { clearable } from '@svc/chassis/schemas/scalars';
import { PLATFORM_NAMES } from '@svc/video-pages/addresses/platforms/platform';
import { z } from 'zod';
import { SHORT_LENGTH_MAX, TEXT_LENGTH_MAX, URL_LENGTH_MAX } from './limits.js';

/** A page's text; excess length is cut, not refused. */
export const PageText = clearable(TEXT_LENGTH_MAX).meta({ id: 'EvidencePageText' }).optional();

/** A short text; null, empty and absent are equal. */
export const ShortText = clearable(SHORT_LENGTH_MAX).meta({ id: 'EvidenceText' }).optional();

/** A pasted link; an unreadable one is a rejected row, not an invalid request. */
export const PastedUrl = clearable(URL_LENGTH_MAX).meta({ id: 'EvidenceLink' }).optional();

/** A number that is checked later: the answer reports one out of range. */
export const AnyNumber = z.number().nullable().optional();

export const Flag = z.boolean().nullable().optional();

/** One of a closed set; an empty text, as in templates, is unset. */
export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  const none = z.literal('').transform(() => null);
  return z.union([z.enum(values), none, z.null()]).optional();
}

export const PlatformChoice = choice(PLATFORM_NAMES);
