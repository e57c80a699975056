import { invalidBase64, malformedJson, payloadTooLarge } from '../errors/image-errors.js';

/** Characters decoded at a time: a string of tens of megabytes would strain the heap. */
const SLICE_CHARACTERS = 1_048_576;
const DATA_URL_PREFIX_MAX = 256;

/** base64 as received: the bytes of the text, and whether it may contain JSON escapes (`\/`). */
export interface EncodedImage {
  readonly text: Buffer;
  readonly isEscaped: boolean;
}

export interface DecodedImage {
  readonly bytes: Buffer;
  /** Media type from a data URL. */
  readonly declaredType: string | undefined;
}

/**
 * Decodes base64, URL-safe base64 or a data URL; ignores white space, and padding may be missing (RFC 4648, RFC 2397). Throws INVALID_BASE64, and
 * PAYLOAD_TOO_LARGE for an image of more than `imageBytesMax`. The runtime's decoder skips unknown characters, so the length of the result shows
 * whether there were any.
 */
export function decodeImageText({ text, isEscaped }: EncodedImage, imageBytesMax: number): DecodedImage {
  const { start, declaredType } = readDataUrl(text);
  const decoded = Buffer.allocUnsafeSlow(Math.min(Math.ceil(((text.length - start) * 3) / 4), imageBytesMax + 4));
  let length = 0;
  let carried = '';
  let padding = 0;

  const decode = (characters: string): void => {
    if (Math.floor((characters.length * 3) / 4) + length > imageBytesMax) throw payloadTooLarge('image', imageBytesMax);
    const written = decoded.write(characters, length, 'base64');
    if (written !== Math.floor((characters.length * 3) / 4))
      throw invalidBase64('it has characters of another alphabet');
    length += written;
  };

  for (let at = start; at < text.length;) {
    const end = isEscaped ? endBeforeEscape(text, at + SLICE_CHARACTERS) : at + SLICE_CHARACTERS;
    const slice = cleanSlice(text.toString('latin1', at, end), isEscaped);
    at = end;
    const firstPadding = slice.indexOf('=');
    const data = firstPadding === -1 ? slice : slice.slice(0, firstPadding);
    const rest = slice.slice(data.length);
    if ((padding > 0 && data !== '') || !/^=*$/.test(rest)) throw invalidBase64('it goes on after its end (=)');
    padding += rest.length;
    const characters = carried + data;
    const usable = characters.length - (characters.length % 4);
    carried = characters.slice(usable);
    decode(characters.slice(0, usable));
  }

  if (carried.length === 1) throw invalidBase64('a character is missing at its end');
  if (padding > 2) throw invalidBase64('it has more than two =');
  decode(carried);
  if (length === 0) throw invalidBase64('it is empty');
  return { bytes: decoded.subarray(0, length), declaredType };
}

function readDataUrl(text: Buffer): { start: number; declaredType: string | undefined } {
  const prefix = text.toString('latin1', 0, DATA_URL_PREFIX_MAX).replaceAll('\\/', '/');
  if (!/^\s*data:/i.test(prefix)) return { start: 0, declaredType: undefined };
  const match = /^\s*data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*;base64,/i.exec(prefix);
  if (!match) throw invalidBase64('a data URL must say ;base64');
  return { start: text.indexOf(',') + 1, declaredType: match[1] };
}

function cleanSlice(slice: string, isEscaped: boolean): string {
  const plain = isEscaped && slice.includes('\\') ? unescapeJson(slice) : slice;
  return /[\t\n\f\r ]/.test(plain) ? plain.replaceAll(/[\t\n\f\r ]+/g, '') : plain;
}

function unescapeJson(slice: string): string {
  try {
    return String(JSON.parse(`"${slice.replaceAll(/[\t\n\f\r]/g, ' ')}"`));
  } catch {
    throw malformedJson();
  }
}

/** The end of a slice, moved before an escape that it would split; an escape has at most six characters. */
function endBeforeEscape(text: Buffer, end: number): number {
  if (end >= text.length) return end;
  const backslash = text.lastIndexOf('\\', end - 1);
  return backslash > end - 6 ? backslash : end;
}
