import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

const MARKDOWN = 'text/markdown';
const TYPES = [MARKDOWN, 'text/html'];
/** A parameter of a type such as `charset`, which does not matter here; not its quality `q`. */
const PARAMETER = /;\s*(?!q\s*=)[^;,=]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,]*))?/gi;

/** The preferred form of a page: Markdown if `Accept` names it and ranks HTML no higher, else HTML. */
export function preferredType({ headers }: IncomingMessage): 'text/markdown' | 'text/html' {
  const accept = (headers.accept ?? '*/*').replaceAll(PARAMETER, '');
  const named = new Negotiator({ headers: { accept } }).mediaTypes();
  if (!named.some((type) => type.toLowerCase() === MARKDOWN)) return 'text/html';
  // On a tie the library prefers the first type, so both orders are tried.
  const orders = [accept, accept.split(',').toReversed().join(',')];
  const isPreferred = orders.some(
    (order) => new Negotiator({ headers: { accept: order } }).mediaType(TYPES) === MARKDOWN,
  );
  return isPreferred ? MARKDOWN : 'text/html';
}
