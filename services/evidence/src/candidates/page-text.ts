import { cutText, shownText } from '@svc/video-pages/views/plain-text';
import type { Warnings } from '../context.js';

/** Prepares a page's text for an answer: one line, cut to its maximum, with a warning. Null without visible characters. */
export function pageText(
  text: string | null | undefined,
  lengthMax: number,
  path: string,
  warnings: Warnings,
): string | null {
  if (text === null || text === undefined) return null;
  const shown = shownText(cutText(text, lengthMax));
  if (text.length > lengthMax) {
    warnings.add('text_cut', path, `The text is longer than ${lengthMax} characters; the rest was left out.`);
  }
  return shown === '' ? null : shown;
}

/** Prepares a short text, such as an id or a date, for an answer. */
export function shortText(text: string | null | undefined): string | null {
  const shown = shownText(text ?? '');
  return shown === '' ? null : shown;
}
