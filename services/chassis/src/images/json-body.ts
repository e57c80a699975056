import { randomUUID } from 'node:crypto';
import type { EncodedImage } from './base64-text.js';
import { badField, malformedJson } from './image-errors.js';

/** Strings longer than this are cut out before the body is parsed. */
const SHORT_STRING_BYTES = 4_096;
/** Everything but the long strings: the fields beside the image. */
const FIELDS_BYTES_MAX = 262_144;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A JSON object, its field `image` still encoded. */
export interface JsonBody {
  readonly image: EncodedImage;
  readonly fields: Record<string, unknown>;
}

/**
 * Reads an object with an image of tens of megabytes without making a string of it: long strings are cut out of the bytes, and
 * what is left is parsed. Throws MALFORMED_JSON, and VALIDATION_ERROR when there is no text `image` or another field is long.
 */
export function readJsonBody(body: Buffer): JsonBody {
  const marker = `${randomUUID()} `;
  const { rest, longStrings } = cutLongStrings(body, marker);
  const parsed = parseObject(rest);
  const { image, ...fields } = parsed;
  if (typeof image !== 'string') throw badField('image', 'Send the image as base64 text in the field image.');
  const isLong = image.startsWith(marker);
  if (longStrings.length > (isLong ? 1 : 0)) {
    throw badField('', `Send one image, and no other text of more than ${SHORT_STRING_BYTES} bytes.`);
  }
  const cut = isLong ? longStrings[Number(image.slice(marker.length))] : undefined;
  return {
    fields,
    image: cut ? { text: cut, isEscaped: cut.includes(BACKSLASH) } : { text: Buffer.from(image), isEscaped: false },
  };
}

/** Every quote outside a string begins one (RFC 8259), so strings are found without looking at anything else. */
function cutLongStrings(body: Buffer, marker: string): { rest: Buffer; longStrings: Buffer[] } {
  const kept: Buffer[] = [];
  const longStrings: Buffer[] = [];
  let keptBytes = 0;
  let start = 0;
  const keep = (end: number): void => {
    kept.push(body.subarray(start, end));
    keptBytes += end - start;
    start = end;
  };
  for (let open = body.indexOf(QUOTE); open !== -1;) {
    const close = findClosingQuote(body, open + 1);
    if (close === -1) throw malformedJson();
    if (close - open > SHORT_STRING_BYTES) {
      keep(open + 1);
      kept.push(Buffer.from(`${marker}${longStrings.length}`));
      longStrings.push(body.subarray(start, close));
      start = close;
    }
    if (keptBytes + close - start > FIELDS_BYTES_MAX) break;
    open = body.indexOf(QUOTE, close + 1);
  }
  keep(body.length);
  if (keptBytes > FIELDS_BYTES_MAX) throw badField('', `The fields beside the image exceed ${FIELDS_BYTES_MAX} bytes.`);
  return { rest: Buffer.concat(kept), longStrings };
}

function findClosingQuote(body: Buffer, from: number): number {
  for (let close = body.indexOf(QUOTE, from); close !== -1; close = body.indexOf(QUOTE, close + 1)) {
    let backslashes = 0;
    while (close - backslashes > from && body[close - backslashes - 1] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return close;
  }
  return -1;
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformedJson();
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw badField('', 'Send a JSON object with the field image.');
  }
  return parsed as Record<string, unknown>;
}
