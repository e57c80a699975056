import type { IncomingMessage } from 'node:http';
import { type BodyLimits, gatherBytes, readBody } from '@svc/chassis/bodies/request-body';
import { invalidInput } from '@svc/chassis/errors/app-error';
import busboy from 'busboy';
import { payloadTooLarge } from '../errors/image-errors.js';
import type { Declaration } from '../formats/detect-image-type.js';

const FIELDS_MAX = 50;
const FIELD_BYTES_MAX = 4_096;

export interface MultipartBody {
  readonly blocks: Uint8Array<ArrayBuffer>[];
  readonly declaration: Declaration;
  /** Field texts; a list for each repeatable field that is present. */
  readonly fields: Record<string, string | string[]>;
}

/** Parses `multipart/form-data` (RFC 7578) with one file `image` and text fields, of which those in `repeated` may be repeated. */
export async function readMultipart(
  request: IncomingMessage,
  limits: BodyLimits,
  imageBytesMax: number,
  repeated: readonly string[],
): Promise<MultipartBody> {
  const fields = new Map<string, string | string[]>();
  const gathering = gatherBytes(undefined);
  let declaration: Declaration | undefined;
  const parser = createParser(request, imageBytesMax);
  let refusal: Error | undefined;
  const refuse = (error: Error): void => void (refusal ??= error);
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    const isTruncated = nameTruncated || valueTruncated;
    const problem = isTruncated ? invalidInput(name, 'is too long.') : addField(fields, name, value, repeated);
    if (problem) refuse(problem);
  });
  parser.on('file', (name, file, { filename, mimeType }) => {
    file.on('error', () => undefined);
    if (name !== 'image') refuse(invalidInput(name, 'The only file field must be `image`.'));
    if (declaration) refuse(invalidInput('image', 'Send one image.'));
    // `text/plain` is the default of a part without a type (RFC 7578, 4.4).
    declaration = { filename, mediaType: mimeType === 'text/plain' ? undefined : mimeType };
    file.on('data', gathering.add);
    file.on('limit', () => refuse(payloadTooLarge('image', imageBytesMax)));
  });
  parser.on('fieldsLimit', () => refuse(invalidInput('', `At most ${FIELDS_MAX} fields are taken.`)));
  parser.on('error', (error) => refuse(malformed(error)));
  const closed = new Promise((resolve) => parser.once('close', resolve));
  await readBody(request, limits, (chunk) => {
    parser.write(chunk);
    if (refusal) throw refusal;
  });
  parser.end();
  await closed;
  if (refusal) throw refusal;
  if (!declaration) throw invalidInput('image', 'Send the image as the file field image.');
  const named = fields.get('filename');
  return {
    blocks: gathering.blocks(),
    declaration: typeof named === 'string' ? { ...declaration, otherFilename: named } : declaration,
    fields: Object.fromEntries(fields),
  };
}

function createParser(request: IncomingMessage, imageBytesMax: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // A part exactly at its limit counts as truncated.
      limits: { fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX + 1, fileSize: imageBytesMax + 1, files: 2 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function addField(
  fields: Map<string, string | string[]>,
  name: string,
  value: string,
  repeated: readonly string[],
): Error | undefined {
  const known = fields.get(name);
  if (repeated.includes(name)) {
    fields.set(name, [...(Array.isArray(known) ? known : []), value]);
  } else if (known !== undefined) {
    return invalidInput(name, 'must be sent only once.');
  } else if (name === 'image') {
    return invalidInput('image', 'Send the image as a file, not as text.');
  } else {
    fields.set(name, value);
  }
  return undefined;
}

function malformed(cause: unknown): Error {
  const error = invalidInput('', 'The body is not valid multipart/form-data.');
  error.cause = cause;
  return error;
}
