import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

const MARKDOWN = 'text/markdown';
const TYPES = [MARKDOWN, 'text/html'];

/**
 * The form in which a page is wanted: Markdown when `Accept` names it and wants HTML no more than that, else HTML, which browsers and all
 * who do not care get.
 */
export function preferredType({ headers: { accept = '*/*' } }: IncomingMessage): 'text/markdown' | 'text/html' {
  const named = new Negotiator({ headers: { accept } }).mediaTypes();
  if (!named.some((type) => type.toLowerCase() === MARKDOWN)) return 'text/html';
  // Of two that are wanted alike the library prefers the first, so that Markdown is the first in one of the two orders.
  const orders = [accept, accept.split(',').toReversed().join(',')];
  const isPreferred = orders.some(
    (order) => new Negotiator({ headers: { accept: order } }).mediaType(TYPES) === MARKDOWN,
  );
  return isPreferred ? MARKDOWN : 'text/html';
}
