import { expect, test } from '@jest/globals';
import { REQUEST } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

const extract = (fields: object): OutputOf<'extract_transcript_cues'> =>
  runTool('extract_transcript_cues', { ...REQUEST, ...fields });
const vtt = (...cues: string[]): { body: string } => ({
  body: ['WEBVTT', '', ...cues.map((cue) => `${cue}\n`)].join('\n'),
});

test('cues with the code show where to listen, but prove nothing', () => {
  const answer = extract({
    candidateId: 'c_1',
    tracks: [vtt('00:01.000 --> 00:02.000\nhello', '01:21.200 --> 01:24.000\nuse code save twenty')],
  });

  expect(answer).toMatchObject({
    candidateId: 'c_1',
    satisfiesDirectProof: false,
    trackReports: [{ index: 0, format: 'vtt', language: null, cueCount: 2, errors: [] }],
    nextAction: { action: 'rank_candidates' },
  });
  expect(answer.cues).toEqual([
    {
      candidateId: 'c_1',
      startSeconds: 81.2,
      endSeconds: 84,
      text: 'use code save twenty',
      match: { promoCode: 'SAVE20', tier: 'spoken', score: 0.85, offerPhrase: false },
      brandHit: false,
      seekSeconds: 78,
      evidenceClass: 'navigation_only',
      transcriptSource: 'caption_track',
    },
  ]);
});

test('a code split across two cues is one match, at the start of the first', () => {
  const { cues } = extract({
    tracks: [vtt('00:10.000 --> 00:12.000\nuse code save', '00:12.500 --> 00:14.000\ntwenty at checkout')],
  });

  expect(cues).toMatchObject([{ startSeconds: 10, match: { tier: 'spoken', score: 0.85 } }]);
});

test('a code split across three cues or a longer gap is not a match', () => {
  const code = { promoCode: 'NORDVPN-MIKE' };

  expect(
    extract({ ...code, tracks: [vtt('00:10.000 --> 00:11.000\ncode nord', '00:11.000 --> 00:12.000\nvpn', '00:12.000 --> 00:13.000\nmike')] }).cues,
  ).toEqual([]);
  expect(
    extract({ tracks: [vtt('00:10.000 --> 00:12.000\nuse code save', '00:16.000 --> 00:17.000\ntwenty')] }).cues,
  ).toEqual([]);
}); // prettier-ignore

test('the brand matches too, and of too many cues the most certain are returned in order', () => {
  const answer = extract({
    brand: { name: 'Nord VPN', aliases: ['Nord'] },
    maxCues: 2,
    tracks: [vtt('00:01.000 --> 00:02.000\nnord is here', '00:11.000 --> 00:12.000\nsave 20', '00:21.000 --> 00:22.000\ncode SAVE20')],
  });

  expect(answer.cues.map(({ startSeconds, brandHit }) => [startSeconds, brandHit])).toEqual([
    [11, false],
    [21, false],
  ]);
}); // prettier-ignore

test.each([1, 2, 3, 50])('a more certain cue after many others is among the first %i, and of equal ones the first are', (maxCues) => {
  const clock = (second: number): string => `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
  const at = (second: number, text: string): string => `${clock(second)} --> ${clock(second + 1)}\n${text}`;
  const rolling = Array.from({ length: 60 }, (_, index) => at(10 * index, `time ${index}, use code save twenty`));
  const answer = extract({
    brand: { name: 'Nord' },
    maxCues,
    tracks: [vtt(at(0, 'nord is here'), ...rolling), vtt(at(5, 'nord again'), at(1_000, 'nord: use code SAVE20'), at(2_000, 'nord'))],
  });

  const [last, ...others] = answer.cues.toReversed();
  expect(last).toMatchObject({ startSeconds: 1_000, match: { tier: 'exact', score: 1 }, brandHit: true });
  expect(others.toReversed().map(({ startSeconds, match }) => [startSeconds, match?.tier])).toEqual(
    Array.from({ length: maxCues - 1 }, (_, index) => [10 * index, 'spoken']),
  );
}); // prettier-ignore

test('without a code or brand, the first cues are returned', () => {
  const answer = runTool('extract_transcript_cues', { tracks: [vtt('00:01.000 --> 00:02.000\nhello')] });

  expect(answer.cues).toMatchObject([{ text: 'hello', match: null, brandHit: false }]);
});

test('an unreadable track has an error in its report, and the others are parsed', () => {
  const answer = extract({
    tracks: [
      { format: 'srv1', body: '<!DOCTYPE a><transcript/>' },
      { format: 'json3', language: 'de', body: '{' },
      vtt('00:01.000 --> 00:02.000\nuse code SAVE20'),
    ],
  });

  expect(answer.trackReports).toMatchObject([
    { index: 0, errors: ['doctype_not_allowed'] },
    { index: 1, language: 'de', errors: ['not_json'] },
    { index: 2, errors: [] },
  ]);
  expect(answer.cues).toHaveLength(1);
});

test('a transcript without times matches, but without a second', () => {
  const { cues } = extract({ tracks: [{ format: 'text', body: 'use code save twenty' }] });

  expect(cues).toMatchObject([{ startSeconds: null, seekSeconds: null, match: { tier: 'spoken' } }]);
});
