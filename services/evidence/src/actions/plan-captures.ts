import { readSelector } from '../candidates/capture-hint.js';
import { takeIn } from '../candidates/intake.js';
import { shortText } from '../candidates/page-text.js';
import { candidateIdOf, readCandidate } from '../candidates/read-candidate.js';
import { seekUrl } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import { type Asked, askedOf } from '../ranking/asked.js';
import { readRequest } from '../request/read-request.js';
import type { Candidate } from '../schemas/candidate.js';
import type { ActionInput, RankedRowInput } from '../schemas/tool-input.js';
import type { Answer, CaptureJob } from '../schemas/tool-output.js';
import { matchCues } from '../transcript/matched-cues.js';

type Planned = Answer<'plan_proof_capture'>;

const JOBS_DEFAULT = 5;

/** Plans screenshots as calls of `screenshots.capture` that the caller can make. */
export function planCaptures(input: ActionInput, context: Context): Planned {
  const { limit = JOBS_DEFAULT } = input;
  const asked = askedOf(readRequest(input, false, context));
  const { candidates, skipped } = candidatesIn(input, context);
  const override = readSelector(input.selectorOverride, 'selectorOverride', context.warnings);
  return {
    captureJobs: candidates.slice(0, limit).map((candidate, index) => ({
      jobId: `p${index + 1}`,
      candidateId: candidate.candidateId,
      sourceUrl: candidate.canonicalUrl ?? '',
      operation: 'screenshots.capture',
      ...captureOf(candidate, override, asked),
      mustShow: ['viewCount'],
      mayCreate: ['screenshot', 'shortLink'],
    })),
    skipped: [
      ...skipped,
      ...candidates.slice(limit).map(({ candidateId, url }) => ({ candidateId, url, reason: 'limit_reached' })),
    ],
  };
}

/** Returns the candidates in the ranking's order, if there is one; a candidate's own data takes precedence over the ranking's. */
function candidatesIn(
  { candidates = [], ranked }: ActionInput,
  context: Context,
): { readonly candidates: readonly Candidate[]; readonly skipped: Planned['skipped'] } {
  const { accepted, rejected, duplicates } = takeIn(candidates, 'candidates', context);
  const skipped: Planned['skipped'] = [
    ...rejected.map(({ candidate, rejection }) => ({ candidate, reason: rejection ?? '' })),
    ...duplicates.map(({ candidate }) => ({ candidate, reason: 'duplicate_candidate' })),
  ].map(({ candidate: { candidateId, url }, reason }) => ({ candidateId, url, reason }));
  const known = accepted.map(({ candidate }) => candidate);
  if (!ranked) return { candidates: known, skipped };
  const found = new Map<string, Candidate>();
  for (const [index, row] of ranked.entries()) {
    const candidate =
      known.find(({ candidateId }) => candidateId === row.candidateId) ?? rankedAlone(row, index, context);
    if (typeof candidate === 'string') {
      skipped.push({ candidateId: shortText(row.candidateId), url: shortText(row.canonicalUrl), reason: candidate });
    } else if (found.has(candidate.canonicalKey ?? '')) {
      skipped.push({ candidateId: candidate.candidateId, url: candidate.url, reason: 'duplicate_candidate' });
    } else found.set(candidate.canonicalKey ?? '', candidate);
  }
  return { candidates: [...found.values()], skipped };
}

/** Reads a ranking row without its candidate; returns a text with the reason when it is invalid. */
function rankedAlone(
  { candidateId, canonicalUrl }: RankedRowInput,
  index: number,
  context: Context,
): Candidate | string {
  const row = {
    candidateId: candidateId ?? candidateIdOf(canonicalUrl ?? ''),
    url: canonicalUrl,
    foundVia: 'candidate_json' as const,
  };
  const { candidate, rejection } = readCandidate(row, index, `ranked.${index}`, context);
  return rejection ?? candidate;
}

function captureOf(
  candidate: Candidate,
  override: string | null,
  asked: Asked,
): Pick<CaptureJob, 'arguments' | 'hintSource'> {
  const { canonicalUrl, candidateCaptureHint: hint } = candidate;
  const sourceUrl = canonicalUrl ?? '';
  const second = secondOf(candidate, asked);
  const captureUrl = second === null ? null : seekUrl(sourceUrl, candidate.platform, second);
  const selector = override ?? hint.screenshotSelector;
  const isHinted = hint.screenshotSelector !== null || hint.captureClip !== null || hint.waitForSelector !== null;
  return {
    arguments: {
      sourceUrl,
      ...(captureUrl === null ? {} : { captureUrl }),
      ...(selector === null ? {} : { selector }),
      ...(hint.waitForSelector === null ? {} : { waitForSelector: hint.waitForSelector }),
      // The operation accepts only one of the two.
      ...(selector === null && hint.captureClip !== null ? { clip: hint.captureClip } : {}),
    },
    hintSource: override !== null ? 'selectorOverride' : isHinted ? 'candidateCaptureHint' : 'none',
  };
}

/** Returns the second of the best match of a code, else that in the link. */
function secondOf(candidate: Candidate, asked: Asked): number | null {
  const said = matchCues(candidate.transcriptCues, asked.codes, asked.names)
    .filter(({ match, cue }) => match !== null && cue.startSeconds !== null)
    .toSorted((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0));
  return said[0]?.cue.startSeconds ?? candidate.startSeconds;
}
