import { parse, type ParsedUrlQuery } from 'node:querystring';
import { validationError } from '@svc/chassis/schemas/parse-input';

/** Parses the query of a request. Throws VALIDATION_ERROR for a parameter that is not UTF-8, instead of replacing its bytes. */
export function parseQuery(query: string | null): ParsedUrlQuery {
  const text = query ?? '';
  for (const pair of text.split('&')) {
    if (!isUtf8(pair)) throw notUtf8(pair);
  }
  return parse(text);
}

/** Whether the encoded bytes are UTF-8. A percent sign that encodes nothing is taken literally. */
function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

function notUtf8(pair: string): Error {
  const [name = ''] = Object.keys(parse(pair));
  return validationError([
    { path: name, message: 'must be valid UTF-8. Encode it with percent signs, like %C3%A9 for é.' },
  ]);
}
