import { createHash } from 'node:crypto';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { AppError } from '../errors/app-error.js';
import { decodeImageText } from './base64-text.js';
import { payloadTooLarge, toRefusal, type Refusal } from './image-errors.js';
import type { ImageType } from './image-type.js';
import { detectImageType, readDeclaration, type Declaration } from './detect-image-type.js';
import { readJsonBody } from './json-body.js';
import { renderImage, type RenderedImage } from './render-image.js';

/** What a worker thread gets: the body as it arrived, in blocks that are its own now. */
export interface ImageJob {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** `json`: the image stands encoded in a field; `text`: the blocks are the image, encoded; `bytes`: they are the image. */
  readonly form: 'json' | 'text' | 'bytes';
  readonly declaration: Declaration;
  readonly imageBytesMax: number;
}

export interface ProcessedImage extends RenderedImage {
  readonly fields: Record<string, unknown>;
  readonly original: Uint8Array;
  readonly sha256: string;
  readonly contentType: ImageType;
  /** What the sender said it was is not what it is. */
  readonly isMisdeclared: boolean;
}

type ImageJobOutcome =
  { readonly ok: true; readonly image: ProcessedImage } | { readonly ok: false; readonly refusal: Refusal };

/** What the worker threads run. Refusals are returned, because a thrown one arrives without its class. */
export async function processImage(job: ImageJob): Promise<ImageJobOutcome> {
  try {
    const image = await readAndRender(job);
    return moved({ ok: true, image });
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: toRefusal(error) };
    throw error;
  }
}

async function readAndRender(job: ImageJob): Promise<ProcessedImage> {
  const { bytes, fields, declaration } = readImage(job);
  if (bytes.length > job.imageBytesMax) throw payloadTooLarge('image', job.imageBytesMax);
  const declaredType = readDeclaration(declaration);
  const contentType = await detectImageType(bytes);
  const rendered = await renderImage(bytes, contentType);
  return {
    ...rendered,
    fields,
    original: bytes,
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

function readImage({ blocks, form, declaration, imageBytesMax }: ImageJob): ReadImage {
  const body = joinBlocks(blocks);
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

function joinBlocks(blocks: readonly Uint8Array[]): Buffer {
  const [only] = blocks;
  if (blocks.length === 1 && only) return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  return Buffer.concat(blocks);
}

/** Hands the memory of the images over instead of copying it. */
function moved(outcome: ImageJobOutcome & { readonly ok: true }): ImageJobOutcome {
  const { original, derived } = outcome.image;
  const buffers = [original, ...Object.values(derived)].map(({ buffer }) => buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: outcome }) as unknown as ImageJobOutcome;
}
