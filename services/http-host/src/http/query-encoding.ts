import { parse } from 'node:querystring';
import { validationError } from '@svc/chassis/schemas/parse-input';

/** Throws VALIDATION_ERROR for a query parameter of a URL that is not UTF-8, whose bytes would otherwise be replaced. */
export function checkQueryEncoding(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  for (const pair of url.slice(start + 1).split('&')) {
    if (!isUtf8(pair)) throw notUtf8(pair);
  }
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
