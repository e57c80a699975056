/** Generators of inputs for every action, likely and unlikely. */
import * as fc from 'fast-check';
import { FIELDS_OF_ACTIONS } from '../schemas/tool-input.js';
import {
  type ActionName,
  EVIDENCE_SOURCES,
  FOUND_VIA,
  PROOF_KINDS,
  REVIEW_STATUSES,
  VIEW_COUNT_SOURCES,
} from '../schemas/vocabulary.js';
import { VIDEO_ID } from './evidence.js';

const SPELLINGS = [
  `https://youtu.be/${VIDEO_ID}`,
  `https://www.youtube.com/watch?v=${VIDEO_ID}`,
  `m.youtube.com/shorts/${VIDEO_ID}?t=9`,
];
export const URLS = [
  ...SPELLINGS,
  'https://x.com/a/status/1234567',
  'https://www.tiktok.com/@a/video/7450000000000000000',
  'https://www.tiktok.com/@a',
  'https://vm.tiktok.com/a',
  'https://blog.creator.com/a',
  'http://127.0.0.1/',
  '',
];

const said = fc.oneof(
  fc.constantFrom(
    '',
    'use code SAVE20',
    'save 20 percent',
    '<script>',
    '\u202eabc',
    '2026-05-01',
    '3 weeks ago',
    '12K views',
    '0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const url = fc.oneof(fc.constantFrom(...URLS), fc.webUrl(), said);
const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 84.5, 86_401, 1e300),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null | undefined> =>
  fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
const when = fc.oneof(
  fc.constantFrom('2026-05-01', '2026-05-20T01:00:00.000Z', '2026-05-19', 'yesterday', '01/02/2026'),
  said,
);

const review = fc.record({
  sourceVideoUrl: maybe(url),
  status: maybe(fc.constantFrom(...REVIEW_STATUSES)),
  proofKind: maybe(fc.constantFrom(...PROOF_KINDS)),
  evidenceSource: maybe(fc.constantFrom(...EVIDENCE_SOURCES)),
  observedPromoAtSeconds: maybe(number),
  promoCode: maybe(fc.constantFrom('SAVE20', 'NORD50', '')),
  reviewedAt: maybe(when),
});
const cue = fc.record({ startSeconds: maybe(number), endSeconds: maybe(number), text: maybe(said) });
const viewCount = fc.oneof(
  number,
  said,
  fc.record({ value: maybe(number), rawText: maybe(said), source: maybe(fc.constantFrom(...VIEW_COUNT_SOURCES)) }),
);
const candidate = fc.record({
  candidateId: maybe(fc.constantFrom('a', 'b', '')),
  url: maybe(url),
  title: maybe(said),
  caption: maybe(said),
  firstComment: maybe(fc.record({ text: maybe(said), byAuthor: maybe(fc.boolean()) })),
  transcriptCues: maybe(fc.array(cue, { maxLength: 4 })),
  viewCount: maybe(viewCount),
  viewCountText: maybe(said),
  published: maybe(fc.oneof(when, fc.record({ date: maybe(when), at: maybe(when), rawText: maybe(said) }))),
  publishedText: maybe(when),
  durationSeconds: maybe(number),
  startSeconds: maybe(number),
  accountHandle: maybe(said),
  foundVia: maybe(fc.constantFrom(...FOUND_VIA)),
  directProof: maybe(review),
  screenshotSelector: maybe(said),
});
const screenshot = fc.record({
  screenshotId: maybe(said),
  shareUrl: maybe(url),
  sourceUrl: maybe(url),
  capturedAt: maybe(when),
  detectedViews: maybe(number),
  viewCountText: maybe(said),
  pending: maybe(fc.boolean()),
  uploaded: maybe(fc.boolean()),
  kind: maybe(said),
});
const priorLog = fc.record({ id: maybe(said), videoUrl: maybe(url), checkedAt: maybe(when), value: maybe(number) });
const priorRow = fc.record({
  id: maybe(said),
  dealId: maybe(said),
  url: maybe(url),
  postDate: maybe(when),
  logs: maybe(fc.array(priorLog, { maxLength: 2 })),
});
const request = fc.record({
  requestedDate: maybe(when),
  requestedDateTo: maybe(when),
  promoCodes: fc
    .array(fc.oneof(fc.constantFrom('SAVE20', '--mock', "x'; rm"), fc.string({ maxLength: 64 })), { maxLength: 3 })
    .map((codes) => codes.filter((code) => code.trim().isWellFormed() && !code.includes('\0'))),
  query: maybe(said),
  brand: maybe(fc.record({ name: maybe(said) })),
  account: maybe(fc.record({ platform: maybe(fc.constantFrom('tiktok', 'x')), handle: maybe(said), url: maybe(url) })),
});
const evidence = {
  candidates: fc.array(candidate, { maxLength: 5 }),
  proofScreenshots: fc.array(screenshot, { maxLength: 4 }),
  directProofReviews: fc.array(review, { maxLength: 4 }),
  priorViewLogs: fc.array(priorLog, { maxLength: 3 }),
  priorImportRows: fc.array(priorRow, { maxLength: 3 }),
};
const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...evidence,
  rows: evidence.candidates,
  dueViews: fc.array(fc.record({ videoUrl: maybe(url), postDate: maybe(when), promoCode: maybe(said) }), { maxLength: 3 }),
  urls: fc.array(url, { maxLength: 3 }),
  platforms: fc.constantFrom([], ['x']),
  candidateId: said,
  tracks: fc.array(fc.record({ body: fc.oneof(said, fc.constantFrom('WEBVTT\n\n00:01.000 --> 00:02.000\nuse code save twenty', '<!DOCTYPE a>', '{')) }), { maxLength: 3 }),
  maxCues: fc.integer({ min: 1, max: 200 }),
  results: fc.array(fc.record({ url: maybe(url), title: maybe(said), snippet: maybe(said) }), { maxLength: 4 }),
  ranked: fc.array(fc.record({ candidateId: maybe(fc.constantFrom('a', 'b')), canonicalUrl: maybe(url) }), { maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 20 }),
  selectorOverride: said,
  cues: fc.array(cue, { maxLength: 3 }),
  workflow: fc.constantFrom('import', 'view_check'),
  acceptDateMismatch: fc.boolean(),
}; // prettier-ignore

/** An input that passes validation. */
export function inputOf(action: ActionName): fc.Arbitrary<object> {
  const { takes } = FIELDS_OF_ACTIONS[action];
  const own = Object.fromEntries(takes.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])));
  const isWellFormed = (input: object): boolean => !JSON.stringify(input).includes(String.raw`\u0000`);
  return fc
    .tuple(request, fc.record(own))
    .map(([asked, rest]) => ({ ...asked, ...rest }))
    .filter((input) => isWellFormed(input) && JSON.stringify(input).isWellFormed());
}

const video = fc.constantFrom(...SPELLINGS, ...SPELLINGS, 'https://x.com/a/status/1234567');

/** Complete or nearly complete evidence of a few videos. */
export const nearlyComplete = fc.record({
  requestedDate: fc.constant('2026-05-01'),
  promoCode: fc.constant('SAVE20'),
  candidates: fc.array(fc.record({
    url: video,
    viewCount: fc.constantFrom<unknown>(12_345, 0, null, -5, { value: 5, source: 'profile_grid' }),
    publishedText: fc.constantFrom('2026-05-01', '2026-05-02', '2026-05-10', null),
    durationSeconds: fc.constantFrom(600, null),
    foundVia: fc.constantFrom('explicit_url', 'search'),
  }), { minLength: 1, maxLength: 4 }),
  proofScreenshots: fc.array(fc.record({
    screenshotId: fc.constantFrom('s1', 's2'),
    sourceUrl: fc.oneof(video, fc.constant(null)),
    detectedViews: fc.constantFrom(12_345, null),
    pending: fc.constantFrom(true, false, false),
  }), { minLength: 2, maxLength: 4 }),
  directProofReviews: fc.array(fc.record({
    sourceVideoUrl: video,
    status: fc.constantFrom(...Array.from({ length: 8 }, () => 'confirmed'), 'rejected', 'inconclusive'),
    proofKind: fc.constantFrom(...PROOF_KINDS),
    evidenceSource: fc.constantFrom(...Array.from({ length: 8 }, () => 'video_playback'), ...EVIDENCE_SOURCES),
    observedPromoAtSeconds: fc.constantFrom(84.5, 84.5, 84.5, 0, null, -1),
    reviewedAt: fc.constantFrom('2026-05-02', '2026-05-03', null),
  }), { minLength: 2, maxLength: 4 }),
}); // prettier-ignore
