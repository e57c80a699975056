import { type ReadCaptionTrack, readCaptionTrack } from '@svc/video-pages/captions/read-caption-track';
import { shortText } from '../candidates/page-text.js';
import type { Context } from '../context.js';
import { askedOf } from '../ranking/asked.js';
import { readRequest } from '../request/read-request.js';
import type { Cue } from '../schemas/candidate.js';
import type { ActionInput } from '../schemas/tool-input.js';
import type { Answer, MatchedCue } from '../schemas/tool-output.js';
import { BestScores } from '../transcript/best-scores.js';
import { type Heard, matchCues, scoreOf, seekSecondsOf } from '../transcript/matched-cues.js';

const CUES_DEFAULT = 50;

/**
 * Extracts the cues of caption tracks that contain a code or the brand, in order; without either, the first cues. They show where a person must look,
 * and prove nothing.
 */
export function extractCues(input: ActionInput, context: Context): Answer<'extract_transcript_cues'> {
  const { tracks = [], maxCues = CUES_DEFAULT } = input;
  const { codes, names } = askedOf(readRequest(input, false, context));
  const candidateId = shortText(input.candidateId);
  const read = tracks.map(({ format, language, kind, body }) =>
    readCaptionTrack({ format, language: shortText(language), kind: shortText(kind), body }),
  );
  for (const [index, { isCut }] of read.entries()) {
    if (isCut) context.warnings.add('text_cut', `tracks.${index}`, 'Some cues are too long and were cut.');
  }
  const isAsked = !codes.isEmpty || names.length > 0;
  const scores = new BestScores(maxCues);
  const heard = read.flatMap(({ cues }) => matchCues(cues, codes, names, scores));
  const chosen = isAsked ? best(heard, maxCues) : heard.slice(0, maxCues);
  return {
    candidateId,
    cues: chosen.map((each) => heardCue(each, candidateId)),
    trackReports: read.map(reportOf),
    satisfiesDirectProof: false,
  };
}

function best(heard: readonly Heard<Cue>[], cuesMax: number): Heard<Cue>[] {
  const hits = heard.flatMap((each, order) => {
    const score = scoreOf(each);
    return score > 0 ? [{ each, order, score }] : [];
  });
  return hits
    .toSorted((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, cuesMax)
    .toSorted((a, b) => a.order - b.order)
    .map(({ each }) => each);
}

function heardCue({ cue, match, brandHit }: Heard<Cue>, candidateId: string | null): MatchedCue {
  const { startSeconds, endSeconds, text } = cue;
  return {
    candidateId,
    startSeconds,
    endSeconds,
    text,
    match,
    brandHit,
    seekSeconds: startSeconds === null ? null : seekSecondsOf(startSeconds),
    evidenceClass: 'navigation_only',
    transcriptSource: 'caption_track',
  };
}

function reportOf(
  { format, language, cues, errors }: ReadCaptionTrack,
  index: number,
): Answer<'extract_transcript_cues'>['trackReports'][number] {
  return { index, format, language, cueCount: cues.length, errors: [...errors] };
}
