import { CodeIndex } from '../promo/code-index.js';
import { namesOf } from '../promo/match-text.js';
import { wordsOf } from '../promo/words.js';
import type { EvidenceRequest } from '../request/read-request.js';

/** The request's facts about the video, prepared for comparison with candidates. */
export interface Asked {
  readonly request: EvidenceRequest;
  readonly codes: CodeIndex;
  readonly names: readonly (readonly string[])[];
  readonly queryWords: readonly string[];
}

export function askedOf(request: EvidenceRequest): Asked {
  return {
    request,
    codes: new CodeIndex(request.promoCodes),
    names: namesOf(request.brands),
    queryWords: [...new Set(wordsOf(request.query ?? ''))],
  };
}
