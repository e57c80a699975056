import sharp, { type Metadata, type Sharp } from 'sharp';
import { imageCorrupt, imageTooLarge } from '../errors/image-errors.js';
import type { ImageType } from '../formats/image-type.js';
import { decodeBmp, readBmpHeader } from './bmp.js';
import { hasLocation } from './location.js';
import { headerOf, planRendering, type RenderingPlan } from './rendering-plan.js';

const PIXELS_MAX = 100_000_000;
const SIDE_MAX = 20_000;
const FRAMES_MAX = 200;
const FRAME_PIXELS_MAX = 400_000_000;

/** Longest sides of the thumbnails. */
const THUMBNAIL_SIZES = [160, 480, 1280] as const;
const LARGEST_THUMBNAIL = 1_280;

// Every loader parses untrusted bytes, so unneeded ones are disabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

export interface RenderedImage {
  /** Upright: after the rotation in EXIF. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly hasLocation: boolean;
  /** Whether `display` has only the first of several frames. */
  readonly isFlattened: boolean;
  /** WebP without metadata: `display` and `thumb-<size>`. */
  readonly derived: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

/** Called with the bytes that the image needs; decoding starts once the promise resolves. */
export type Reserve = (bytes: number) => Promise<void>;

/**
 * Verifies that an image can be decoded, and derives its public versions. Throws IMAGE_TOO_LARGE based on the header, before decoding, and
 * IMAGE_CORRUPT.
 */
export async function renderImage(bytes: Buffer, type: ImageType, reserve: Reserve): Promise<RenderedImage> {
  if (type === 'image/bmp') return renderBmp(bytes, reserve);
  const metadata = await readMetadata(bytes);
  const { width, height } = metadata.autoOrient;
  const frames = type === 'image/png' ? countPngFrames(bytes) : (metadata.pages ?? 1);
  checkSize(width, height, frames);
  const plan = planRendering(headerOf(bytes, type, metadata, frames));
  await reserve(plan.bytes);
  const options = { failOn: 'error', limitInputPixels: PIXELS_MAX } as const;
  const derived = await renderAll(sharp(bytes, options).autoOrient(), plan);
  // The library supports neither animated PNG nor AVIF sequences.
  if (plan.isAnimated) derived.display = await renderDisplay(sharp(bytes, { ...options, animated: true }), plan);
  return {
    width,
    height,
    frames,
    hasLocation: hasLocation(metadata.exif, metadata.xmp),
    isFlattened: frames > 1 && !plan.isAnimated,
    derived,
  };
}

async function renderBmp(bytes: Buffer, reserve: Reserve): Promise<RenderedImage> {
  const { width, height, hasAlpha } = readBmpHeader(bytes);
  checkSize(width, height, 1);
  const plan = planRendering({
    type: 'image/bmp',
    bytes: bytes.length,
    width,
    height,
    frames: 1,
    channels: hasAlpha ? 4 : 3,
    bytesPerChannel: 1,
    hasAlpha,
    isInterlaced: false,
    isTurned: false,
    samples: 3,
    isLosslessWebp: false,
  });
  await reserve(plan.bytes);
  const decoded = sharp(decodeBmp(bytes).data, { raw: { width, height, channels: 4 } });
  const derived = await renderAll(hasAlpha ? decoded : decoded.removeAlpha(), plan);
  return { width, height, frames: 1, hasLocation: false, isFlattened: false, derived };
}

/** Reads only the header; the library's own limit would refuse without an explanation. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw imageCorrupt('The image is damaged: its header cannot be read.', error);
  }
}

function checkSize(width: number, height: number, frames: number): void {
  if (width > SIDE_MAX || height > SIDE_MAX) {
    throw imageTooLarge(`${width} x ${height} pixels; at most ${SIDE_MAX} are taken on a side`);
  }
  if (width * height > PIXELS_MAX) {
    throw imageTooLarge(`${width} x ${height} pixels; at most ${PIXELS_MAX} are taken`);
  }
  if (frames > FRAMES_MAX) throw imageTooLarge(`${frames} frames; at most ${FRAMES_MAX} are taken`);
  if (width * height * frames > FRAME_PIXELS_MAX) {
    throw imageTooLarge(`${width * height * frames} pixels in all frames; at most ${FRAME_PIXELS_MAX} are taken`);
  }
}

/** Decodes the image once and derives all versions from its pixels, or the thumbnails from `display`. The time limit is that of the process. */
async function renderAll(image: Sharp, plan: RenderingPlan): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const direct = plan.isDirect ? await renderDisplay(image, plan) : undefined;
  const { data, info } = await orCorrupt(() =>
    (direct ? fitInside(sharp(direct), LARGEST_THUMBNAIL) : fitInside(image, plan.displaySide))
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const pixels = (): Sharp =>
    sharp(data, {
      raw: { width: info.width, height: info.height, channels: info.channels },
      limitInputPixels: PIXELS_MAX,
    });
  const derived: Record<string, Uint8Array<ArrayBuffer>> = { display: direct ?? (await renderDisplay(pixels(), plan)) };
  for (const size of THUMBNAIL_SIZES) {
    derived[`thumb-${size}`] = await encode(fitInside(pixels(), size).webp({ quality: 80 }));
  }
  return derived;
}

function fitInside(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function renderDisplay(image: Sharp, { displaySide }: RenderingPlan): Promise<Uint8Array<ArrayBuffer>> {
  // Less effort than the default: a third of the time for a few percent more bytes.
  return encode(fitInside(image, displaySide).webp({ quality: 90, effort: 2 }));
}

/** Encodes into separate memory, so that it can be transferred to another thread. */
async function encode(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await orCorrupt(() => image.toBuffer()));
}

async function orCorrupt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw imageCorrupt('The image is damaged or not complete. Export it again and repeat the upload.', error);
  }
}

/** Number of frames of a PNG: animated ones declare it before the first pixels (PNG third edition, `acTL`). */
function countPngFrames(bytes: Buffer): number {
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return Math.max(1, bytes.readUInt32BE(at + 8));
    if (name === 'IDAT') return 1;
    at += 12 + bytes.readUInt32BE(at);
  }
  return 1;
}
