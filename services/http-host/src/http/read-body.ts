import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { EnterBody } from '@svc/chassis/bodies/body-room';
import { announcedBytes, type BodyLimits, gatherBytes, readBody } from '@svc/chassis/bodies/request-body';
import { HEAVY_BYTES, heavyTurn } from '@svc/chassis/concurrency/heavy-turn';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { type FormFields, parseForm } from './form-fields.js';
import { JsonShape } from './json-shape.js';

/** Milliseconds without a byte, and for the whole of a body that is not an upload. */
const TIMES = { idleMs: 15_000, wholeMs: 60_000 };

/** Whether the request has a body; one announced as empty is none. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = headers;
  return chunked !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Whether a body is declared as one of these types, whose subtype may be `*`; false without a body. */
export function isOfType({ headers }: IncomingMessage, types: readonly string[]): boolean {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return false;
  const type = parseType(headers['content-type']);
  return type !== undefined && [type.essence, `${type.type}/*`].some((each) => types.includes(each));
}

/**
 * Reads a JSON body, with memory that `enter` reserves if given; undefined without a body. It checks nothing else, so first find out who calls and
 * whether they may. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, UPLOAD_TIMEOUT, VALIDATION_ERROR, MALFORMED_JSON and what `enter` throws.
 */
export async function readJson(request: IncomingMessage, bytesMax: number, enter?: EnterBody): Promise<unknown> {
  const shape = new JsonShape();
  const text = await readText(request, 'application/json', bytesMax, enter, (chunk) => shape.add(chunk));
  if (text === '') return undefined;
  const isHeavy = text.length > HEAVY_BYTES;
  if (isHeavy) await heavyTurn();
  const value = parseJson(text);
  // The caller validates and copies it, which takes as long again.
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

/** Reads a form's fields as pages send them; a repeated one is a list. Throws what `readJson` throws. */
export async function readForm(request: IncomingMessage, bytesMax: number): Promise<FormFields> {
  return parseForm(await readText(request, 'application/x-www-form-urlencoded', bytesMax));
}

/** The text of a body of this type; empty without a body. */
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

/** A compressed body may grow a thousandfold, and another charset decodes to another text than was checked. Throws UNSUPPORTED_MEDIA_TYPE. */
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
