import { handleKey } from '@svc/video-pages/addresses/video-link';
import { distance } from 'fastest-levenshtein';
import type { JudgedDate } from '../dates/date-confidence.js';
import { hasName, matchText, otherCode } from '../promo/match-text.js';
import { SearchableText } from '../promo/words.js';
import type { Candidate } from '../schemas/candidate.js';
import type { PromoMatch, RankedCandidate } from '../schemas/tool-output.js';
import { matchCues } from '../transcript/matched-cues.js';
import type { Asked } from './asked.js';

export type Feature = RankedCandidate['features'][number];

/** The best match of the code, and its source. */
export type PromoPlace = NonNullable<RankedCandidate['promo']>;

const SAME_NAME = 0.9;
const DATE_POINTS: Readonly<Record<JudgedDate['confidence'], number>> = {
  exact: 20, adjacent: 16, window: 10, approximate: 8, unknown: 0, mismatch: -20,
}; // prettier-ignore
const FOUND_POINTS: Readonly<Record<string, number>> = { explicit_url: 6, due_views: 6, account_page: 4, search: 2 };
const NOT_BY_AUTHOR = 0.4;

/** Returns features for and against a candidate; neutral ones are omitted. */
export function featuresOf(
  candidate: Candidate,
  asked: Asked,
  date: JudgedDate,
): { readonly features: Feature[]; readonly promo: PromoPlace | null } {
  const written = [candidate.title, candidate.caption].filter((text) => text !== null).join('\n');
  const heard = matchCues(candidate.transcriptCues, asked.codes, asked.names);
  const transcript = best(heard.map(({ match }) => match));
  const caption = matchText(written, asked.codes);
  const comment = matchText(candidate.firstComment?.text ?? null, asked.codes);
  const byAuthor = candidate.firstComment?.byAuthor === true;
  const words = new SearchableText(written);
  const brand = hasName(words, asked.names) || heard.some(({ brandHit }) => brandHit);
  const features = [
    accountFeature(candidate, asked),
    feature('date', DATE_POINTS[date.confidence], date.confidence),
    promoFeature('promoTranscript', 18, transcript),
    promoFeature('promoCaption', 16, caption),
    promoFeature('promoFirstComment', 12 * (byAuthor ? 1 : NOT_BY_AUTHOR), comment),
    feature('brandMention', brand ? 6 : 0, 'named'),
    queryFeature(candidate, words, asked),
    feature('foundVia', FOUND_POINTS[candidate.foundVia ?? ''] ?? 0, candidate.foundVia ?? ''),
    countFeature(candidate),
    otherCodeFeature(candidate, written, asked),
  ];
  const said: readonly PromoPlace[] = [
    ...where('transcript', transcript),
    ...where('caption', caption),
    ...where('first_comment', comment),
  ];
  return {
    features: features.filter((each) => each !== null),
    promo: said.toSorted((a, b) => b.score - a.score)[0] ?? null,
  };
}

function feature(name: string, points: number, detail: string): Feature | null {
  return points === 0 ? null : { name, points: Math.round(points * 100) / 100, detail };
}

function promoFeature(name: string, points: number, match: PromoMatch | null): Feature | null {
  return match && feature(name, points * match.score, `${match.promoCode} ${match.tier}`);
}

function best(matches: readonly (PromoMatch | null)[]): PromoMatch | null {
  return matches.reduce((one, other) => ((other?.score ?? 0) > (one?.score ?? 0) ? other : one), null);
}

function where(place: PromoPlace['where'], match: PromoMatch | null): PromoPlace[] {
  return match ? [{ tier: match.tier, where: place, score: match.score }] : [];
}

function accountFeature({ accountHandle, platform }: Candidate, { request }: Asked): Feature | null {
  const { account } = request;
  if (!account || account.handle === null || accountHandle === null) return null;
  const [wanted, found] = [handleKey(account.handle), handleKey(accountHandle)];
  if (wanted === found) {
    const isThere = account.platform === null || account.platform === platform;
    return isThere ? feature('accountMatch', 22, 'exact handle') : feature('accountMatch', 12, 'same handle elsewhere');
  }
  const likeness = 1 - distance(wanted, found) / Math.max(wanted.length, found.length, 1);
  return likeness >= SAME_NAME
    ? feature('accountMatch', 8, 'similar handle')
    : feature('accountMatch', -15, 'another handle');
}

function queryFeature(candidate: Candidate, written: SearchableText, { queryWords }: Asked): Feature | null {
  if (queryWords.length === 0) return null;
  const texts = [candidate.firstComment?.text ?? '', ...candidate.transcriptCues.map(({ text }) => text)];
  const said = [written, ...texts.map((text) => new SearchableText(text))];
  const found = queryWords.filter((word) => said.some((words) => words.has(word))).length;
  return feature('queryOverlap', (8 * found) / queryWords.length, `${found} of ${queryWords.length} words`);
}

function countFeature({ viewCount }: Candidate): Feature | null {
  if (viewCount === null || viewCount.value === null) return null;
  return feature('viewCountReadable', viewCount.precision === 'exact' ? 3 : 2, viewCount.precision ?? '');
}

function otherCodeFeature(candidate: Candidate, written: string, { codes }: Asked): Feature | null {
  if (codes.isEmpty) return null;
  const texts = [
    written,
    candidate.firstComment?.text ?? '',
    candidate.transcriptCues.map(({ text }) => text).join(' '),
  ];
  const other = texts.map((text) => otherCode(text, codes)).find((code) => code !== null);
  return other ? feature('otherPromoCode', -6, other) : null;
}
