import type { IncomingMessage } from 'node:http';
import type { BodyPlace } from '@svc/chassis/bodies/body-room';
import { announcedBytes, type BodyLimits, gatherBytes, readBody } from '@svc/chassis/bodies/request-body';
import { type AppError, appError, invalidInput } from '@svc/chassis/errors/app-error';
import type { ImageJob } from '../decoding/process-image.js';
import { payloadTooLarge } from '../errors/image-errors.js';
import { readDeclaration } from '../formats/detect-image-type.js';
import { readMultipart } from './multipart-body.js';

/** Allowance for the fields and boundaries around an image. */
const MULTIPART_OVERHEAD_BYTES = 1_048_576;

export interface ImageLimits {
  /** Maximum bytes of a JSON request body. */
  readonly bodyBytesMax: number;
  /** Maximum bytes of an image, after decoding base64. */
  readonly imageBytesMax: number;
  /** Maximum milliseconds between two chunks; 15,000 when unset. */
  readonly idleMs?: number;
  /** Maximum milliseconds for a whole body; 120,000 when unset. */
  readonly wholeMs?: number;
  /** Milliseconds before the minimum rate applies to a body; 10,000 when unset. */
  readonly graceMs?: number;
}

/** A request body with an image, still unread. */
export interface ImageRequest {
  /** Maximum bytes of the body: its announced length, or its limit. */
  readonly bytesMax: number;
  /** Reads the body; its reservation grows as it arrives. */
  readonly read: (repeatedFields: readonly string[], place: BodyPlace | undefined) => Promise<ReadImage>;
}

/** An image for a decoder, and the other fields; those of a JSON body are parsed by the decoder. */
export interface ReadImage {
  readonly job: ImageJob;
  /** Blocks of the body. */
  readonly blocks: Uint8Array<ArrayBuffer>[];
  readonly fields: Record<string, unknown>;
  /** Set when the fields are those of a form. */
  readonly areTexts?: true;
}

/**
 * Checks the headers of a request with an image. Throws UNSUPPORTED_MEDIA_TYPE for an unknown kind of body, UNSUPPORTED_IMAGE for a raw image of an
 * unsupported declared type, PAYLOAD_TOO_LARGE before reading anything.
 */
export function openImageRequest(request: IncomingMessage, limits: ImageLimits, imageBytesMax: number): ImageRequest {
  const form = readForm(request);
  const bodyLimits = bodyLimitsOf(limits, form, imageBytesMax);
  const announced = announcedBytes(request, bodyLimits);
  return {
    bytesMax: announced ?? bodyLimits.bytesMax,
    read: (repeatedFields, place) =>
      readJob(request, form, { ...bodyLimits, place }, announced, imageBytesMax, repeatedFields),
  };
}

type Form = 'json' | 'multipart' | 'raw';

function readForm(request: IncomingMessage): Form {
  const mediaType = mediaTypeOf(request);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupportedForm();
  if (mediaType === 'application/json') return 'json';
  if (mediaType === 'multipart/form-data') return 'multipart';
  if (!mediaType.startsWith('image/') && mediaType !== 'application/octet-stream') throw unsupportedForm();
  readDeclaration({ mediaType });
  return 'raw';
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

function unsupportedForm(): AppError {
  return appError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the image as application/json, multipart/form-data or image/*, without Content-Encoding.',
  );
}

function bodyLimitsOf(limits: ImageLimits, form: Form, imageBytesMax: number): BodyLimits {
  const times = { idleMs: limits.idleMs ?? 15_000, wholeMs: limits.wholeMs ?? 120_000, graceMs: limits.graceMs };
  const tooLarge = (bytesMax: number) => payloadTooLarge(form === 'raw' ? 'image' : 'body', bytesMax);
  if (form === 'raw') return { ...times, tooLarge, bytesMax: imageBytesMax };
  const bytesMax = form === 'json' ? limits.bodyBytesMax : imageBytesMax + MULTIPART_OVERHEAD_BYTES;
  return { ...times, tooLarge, bytesMax };
}

async function readJob(
  request: IncomingMessage,
  form: Form,
  limits: BodyLimits,
  announced: number | undefined,
  imageBytesMax: number,
  repeatedFields: readonly string[],
): Promise<ReadImage> {
  if (form === 'multipart') {
    const { blocks, declaration, fields } = await readMultipart(request, limits, imageBytesMax, repeatedFields);
    return { job: { form: 'bytes', declaration, imageBytesMax }, blocks, fields, areTexts: true };
  }
  const gathering = gatherBytes(announced);
  await readBody(request, limits, gathering.add);
  const blocks = gathering.blocks();
  const declaration = form === 'raw' ? { mediaType: mediaTypeOf(request) } : {};
  if (form === 'raw' && announced === 0) throw invalidInput('image', 'The image is empty.');
  return { job: { form: form === 'raw' ? 'bytes' : 'json', declaration, imageBytesMax }, blocks, fields: {} };
}
