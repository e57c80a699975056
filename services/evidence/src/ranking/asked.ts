import { namesOf } from '../promo/match-text.js';
import { type PromoCode, promoCodeOf } from '../promo/promo-code.js';
import { wordsOf } from '../promo/words.js';
import type { EvidenceRequest } from '../request/read-request.js';

/** What candidates are compared with. */
export interface Asked {
  readonly request: EvidenceRequest;
  readonly codes: readonly PromoCode[];
  readonly names: readonly (readonly string[])[];
  readonly queryWords: readonly string[];
}

export function askedOf(request: EvidenceRequest): Asked {
  return {
    request,
    codes: request.promoCodes.map(promoCodeOf),
    names: namesOf(request.brands),
    queryWords: [...new Set(wordsOf(request.query ?? ''))],
  };
}
