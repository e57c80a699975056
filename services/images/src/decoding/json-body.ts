import { randomUUID } from 'node:crypto';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { malformedJson } from '../errors/image-errors.js';
import type { EncodedImage } from './base64-text.js';

/** Strings longer than this are cut out before the body is parsed. */
const SHORT_STRING_BYTES = 4_096;
/** Maximum bytes of the rest: the fields other than the image. */
const FIELDS_BYTES_MAX = 262_144;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const WHITE_SPACE = new Set(Buffer.from(' \t\r\n'));
const IMAGE = Buffer.from('image');

/** A JSON object, with its field `image` still encoded. */
export interface JsonBody {
  readonly image: EncodedImage;
  readonly fields: Record<string, unknown>;
}

/**
 * Parses an object with an image of tens of megabytes without converting it to a string: cuts long strings out of the bytes, and parses the rest.
 * Throws MALFORMED_JSON, and VALIDATION_ERROR without a text `image` or with another long field.
 */
export function readJsonBody(body: Buffer): JsonBody {
  const marker = `${randomUUID()} `;
  const { rest, longStrings, images } = cutLongStrings(body, marker);
  const parsed = parseObject(rest);
  const { image, ...fields } = parsed;
  if (typeof image !== 'string') throw invalidInput('image', 'Send the image as base64 text in the field image.');
  const isLong = image.startsWith(marker);
  if (longStrings.length > (isLong ? 1 : 0) || images > 1) {
    throw invalidInput('', `Send one image, and no other text of more than ${SHORT_STRING_BYTES} bytes.`);
  }
  const cut = isLong ? longStrings[Number(image.slice(marker.length))] : undefined;
  return {
    fields,
    image: cut ? { text: cut, isEscaped: cut.includes(BACKSLASH) } : { text: Buffer.from(image), isEscaped: false },
  };
}

/** Finds strings without parsing anything else: every quote outside a string begins one (RFC 8259). */
function cutLongStrings(body: Buffer, marker: string): { rest: Buffer; longStrings: Buffer[]; images: number } {
  const kept: Buffer[] = [];
  const longStrings: Buffer[] = [];
  let keptBytes = 0;
  let start = 0;
  let images = 0;
  const keep = (end: number): void => {
    kept.push(body.subarray(start, end));
    keptBytes += end - start;
    start = end;
  };
  for (let open = body.indexOf(QUOTE); open !== -1;) {
    const close = findClosingQuote(body, open + 1);
    if (close === -1) throw malformedJson();
    // The parser would silently use the last of several.
    if (isNamedImage(body, open, close)) images += 1;
    if (close - open - 1 > SHORT_STRING_BYTES) {
      keep(open + 1);
      kept.push(Buffer.from(`${marker}${longStrings.length}`));
      longStrings.push(body.subarray(start, close));
      start = close;
    }
    if (keptBytes + close - start > FIELDS_BYTES_MAX) break;
    open = body.indexOf(QUOTE, close + 1);
  }
  keep(body.length);
  if (keptBytes > FIELDS_BYTES_MAX)
    throw invalidInput('', `Beside the image, the body has more than ${FIELDS_BYTES_MAX} bytes, white space included.`);
  return { rest: Buffer.concat(kept), longStrings, images };
}

/** Whether the string between these quotes is the name of a field `image`, at any depth: valid bodies have no nested ones. */
function isNamedImage(body: Buffer, open: number, close: number): boolean {
  if (close - open - 1 !== IMAGE.length || !body.subarray(open + 1, close).equals(IMAGE)) return false;
  let at = close + 1;
  while (WHITE_SPACE.has(body[at] ?? 0)) at += 1;
  return body[at] === COLON;
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
    throw invalidInput('', 'Send a JSON object with the field image.');
  }
  return parsed as Record<string, unknown>;
}
