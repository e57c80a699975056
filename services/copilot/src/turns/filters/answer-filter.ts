import { createLinkFilter } from './link-filter.js';
import type { TurnTrust } from './turn-trust.js';
import { createImageFilter } from './without-images.js';

/** Removes forbidden content from an answer; the output does not depend on how the text is split. */
export interface AnswerFilter {
  push(text: string): string;
  end(): string;
}

/** Removes images and, in a tainted turn, addresses that no trusted text contains. */
export function createAnswerFilter(trust: TurnTrust): AnswerFilter {
  const images = createImageFilter();
  if (!trust.isTainted) return images;
  const links = createLinkFilter((link) => trust.allows(link));
  return {
    push: (text) => links.push(images.push(text)),
    end: () => links.push(images.end()) + links.end(),
  };
}
