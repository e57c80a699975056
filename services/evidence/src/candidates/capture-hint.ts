import { checkSelector } from '@svc/chassis/schemas/check-selector';
import { Clip } from '@svc/chassis/schemas/clip';
import type { Warnings } from '../context.js';
import type { Candidate } from '../schemas/candidate.js';
import type { CandidateInput } from '../schemas/candidate-input.js';

type Hint = Candidate['candidateCaptureHint'];

/** Reads the hints of a row; drops those that a capture would refuse. */
export function readCaptureHint(row: CandidateInput, path: string, warnings: Warnings): Hint {
  const hint = row.candidateCaptureHint;
  const clip = row.captureClip ?? hint?.captureClip ?? null;
  const isClip = clip === null || Clip.safeParse(clip).success;
  if (!isClip) {
    warnings.add(
      'capture_hint_dropped',
      `${path}.captureClip`,
      'The clip is out of bounds, so a capture would refuse it.',
    );
  }
  return {
    screenshotSelector: readSelector(
      row.screenshotSelector ?? hint?.screenshotSelector,
      `${path}.screenshotSelector`,
      warnings,
    ),
    waitForSelector: readSelector(row.waitForSelector ?? hint?.waitForSelector, `${path}.waitForSelector`, warnings),
    captureClip: isClip ? clip : null,
  };
}

/** Returns a selector that a capture accepts; null, with a warning, for any other. */
export function readSelector(selector: string | null | undefined, path: string, warnings: Warnings): string | null {
  if (!selector) return null;
  const checked = checkSelector(selector);
  if (checked.ok) return selector;
  warnings.add('capture_hint_dropped', path, `The selector ${checked.problem}`);
  return null;
}
