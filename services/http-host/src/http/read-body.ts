import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { EnterBody } from '@svc/chassis/bodies/body-room';
import { announcedBytes, type BodyLimits, gatherBytes, readBody } from '@svc/chassis/bodies/request-body';
import { HEAVY_BYTES, heavyTurn } from '@svc/chassis/concurrency/heavy-turn';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { type FormFields, parseForm } from './form-fields.js';
import { JsonShape } from './json-shape.js';

/** Timeouts in milliseconds: without a byte, and for a whole body that is not an upload. */
const TIMES = { idleMs: 15_000, wholeMs: 60_000 };

/** Whether the request has a body; one with the length 0 does not count. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = headers;
  return chunked !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Whether a body has one of these content types, whose subtype may be `*`; false without a body. */
export function isOfType({ headers }: IncomingMessage, types: readonly string[]): boolean {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return false;
  const type = parseType(headers['content-type']);
  return type !== undefined && [type.essence, `${type.type}/*`].some((each) => types.includes(each));
}

/**
 * Reads a JSON body, in memory that `enter` reserves if given; undefined without a body. Checks nothing else, so identify and authorize the caller
 * first. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, UPLOAD_TIMEOUT, VALIDATION_ERROR, MALFORMED_JSON and the errors of `enter`.
 */
export async function readJson(request: IncomingMessage, bytesMax: number, enter?: EnterBody): Promise<unknown> {
  const shape = new JsonShape();
  const text = await readText(request, 'application/json', bytesMax, enter, (chunk) => shape.add(chunk));
  if (text === '') return undefined;
  const isHeavy = text.length > HEAVY_BYTES;
  if (isHeavy) await heavyTurn();
  const value = parseJson(text);
  // The caller will validate and copy it, which takes the same time again.
  if (isHeavy) await heavyTurn();
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw appError('MALFORMED_JSON', 'The body is not valid JSON.');
  }
}

/** Reads the fields of a form; a repeated one is a list. Throws the errors of `readJson`. */
export async function readForm(request: IncomingMessage, bytesMax: number): Promise<FormFields> {
  return parseForm(await readText(request, 'application/x-www-form-urlencoded', bytesMax));
}

/** Reads the text of a body of this type; empty without a body. */
async function readText(
  request: IncomingMessage,
  mediaType: string,
  bytesMax: number,
  enter?: EnterBody,
  follow?: (chunk: Uint8Array) => void,
): Promise<string> {
  if (!hasBody(request)) return '';
  checkType(request, mediaType);
  const limits: BodyLimits = { ...TIMES, bytesMax, tooLarge };
  const announced = announcedBytes(request, limits);
  const place = await enter?.(announced ?? bytesMax);
  const gathering = gatherBytes(announced);
  await readBody(request, { ...limits, place }, (chunk) => {
    follow?.(chunk);
    gathering.add(chunk);
  });
  const blocks = gathering.blocks();
  if (blocks.reduce((sum, { byteLength }) => sum + byteLength, 0) > HEAVY_BYTES) await heavyTurn();
  try {
    const [first, ...others] = blocks;
    const bytes = first && others.length === 0 ? first : Buffer.concat(blocks);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw appError('MALFORMED_JSON', 'The body is not valid UTF-8.');
  }
}

/**
 * Throws UNSUPPORTED_MEDIA_TYPE for compressed bodies, which may expand a thousandfold, and for other charsets, which decode to other text than was
 * checked.
 */
function checkType({ headers }: IncomingMessage, mediaType: string): void {
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() !== 'identity')
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding.');
  const type = parseType(headers['content-type']);
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence !== mediaType)
    throw appError('UNSUPPORTED_MEDIA_TYPE', `Send the body with Content-Type: ${mediaType}.`);
  if (!/^utf-?8$/i.test(charset)) throw appError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${mediaType} in UTF-8.`);
}

function parseType(header = ''): MIMEType | undefined {
  try {
    return new MIMEType(header);
  } catch {
    return undefined;
  }
}

/** The error for a body over the maximum. */
export function tooLarge(bytesMax: number): AppError {
  const message = `The body is larger than the ${bytesMax} bytes that this route takes. Send less at a time.`;
  return appError('PAYLOAD_TOO_LARGE', message);
}
