import { createHash } from 'node:crypto';
import { AppError } from '@svc/chassis/errors/app-error';
import { type Refusal, toRefusal } from '@svc/chassis/errors/refusal';
import { payloadTooLarge } from '../errors/image-errors.js';
import { type Declaration, detectImageType, readDeclaration } from '../formats/detect-image-type.js';
import type { ImageType } from '../formats/image-type.js';
import { type RenderedImage, renderImage, type Reserve } from '../rendering/render-image.js';
import { decodeImageText } from './base64-text.js';
import { readJsonBody } from './json-body.js';

/** Facts about a body with an image. */
export interface ImageJob {
  /** `json`: the image is encoded in a field; `text`: the body is the encoded image; `bytes`: it is the image. */
  readonly form: 'json' | 'text' | 'bytes';
  readonly declaration: Declaration;
  readonly imageBytesMax: number;
}

export interface ProcessedImage extends RenderedImage {
  readonly fields: Record<string, unknown>;
  /** Bytes of the original; null when the body is the image. */
  readonly original: Uint8Array | null;
  readonly sha256: string;
  readonly contentType: ImageType;
  /** Whether the declared type differs from the real one. */
  readonly isMisdeclared: boolean;
}

export type ImageOutcome =
  { readonly ok: true; readonly image: ProcessedImage } | { readonly ok: false; readonly refusal: Refusal };

/** Returns errors instead of throwing, because they are sent to another process. */
export async function processImage(job: ImageJob, body: Buffer, reserve: Reserve): Promise<ImageOutcome> {
  try {
    return { ok: true, image: await readAndRender(job, body, reserve) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: toRefusal(error) };
    throw error;
  }
}

async function readAndRender(job: ImageJob, body: Buffer, reserve: Reserve): Promise<ProcessedImage> {
  const { bytes, fields, declaration } = readImage(job, body);
  if (bytes.length > job.imageBytesMax) throw payloadTooLarge('image', job.imageBytesMax);
  const declaredType = readDeclaration(declaration);
  const contentType = await detectImageType(bytes);
  const rendered = await renderImage(bytes, contentType, reserve);
  return {
    ...rendered,
    fields,
    original: job.form === 'bytes' ? null : bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType,
    isMisdeclared: declaredType !== null && declaredType !== contentType,
  };
}

interface ReadImage {
  readonly bytes: Buffer;
  readonly fields: Record<string, unknown>;
  readonly declaration: Declaration;
}

function readImage({ form, declaration, imageBytesMax }: ImageJob, body: Buffer): ReadImage {
  if (form === 'bytes') return { bytes: body, fields: {}, declaration };
  if (form === 'text') {
    const { bytes, declaredType } = decodeImageText({ text: body, isEscaped: false }, imageBytesMax);
    return { bytes, fields: {}, declaration: { ...declaration, mediaType: declaredType } };
  }
  const { image, fields } = readJsonBody(body);
  const { bytes, declaredType } = decodeImageText(image, imageBytesMax);
  const filename = typeof fields.filename === 'string' ? fields.filename : undefined;
  return { bytes, fields, declaration: { mediaType: declaredType, filename } };
}
