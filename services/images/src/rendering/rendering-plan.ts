import type { Metadata } from 'sharp';
import { imageTooLarge } from '../errors/image-errors.js';
import type { ImageType } from '../formats/image-type.js';

/** Maximum bytes for decoding one image and deriving its public versions, including the image itself. */
const BYTES_MAX = 256_000_000;

/** Longest sides of `display`; the second is used when the first would take too much memory. */
const DISPLAY_SIDES = [4_096, 2_560] as const;

/** Lines of the original in memory at once when it is decoded line by line. */
const LINES_KEPT = 512;
/** Up to this many pixels, `display` is kept as raw pixels, from which thumbnails are derived. */
const KEPT_PIXELS_MAX = 8_000_000;

/** Animations with more pixels than this over all frames become their first frame, because encoding them takes seconds. */
const ANIMATED_PIXELS_MAX = 16_000_000;

const SAMPLES: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 };

export interface RenderingPlan {
  readonly displaySide: number;
  /** Whether `display` is encoded during decoding and the thumbnails are derived from it, so that its pixels are in memory only once. */
  readonly isDirect: boolean;
  readonly isAnimated: boolean;
  /** Memory that the plan takes. */
  readonly bytes: number;
}

/** Header fields that determine the memory needs. */
export interface ImageHeader {
  readonly type: ImageType;
  /** Size of the file. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly channels: number;
  readonly bytesPerChannel: number;
  readonly hasAlpha: boolean;
  /** Whether its lines are not sequential: interlaced PNG, progressive JPEG. */
  readonly isInterlaced: boolean;
  /** Whether EXIF declares the image as rotated or mirrored. */
  readonly isTurned: boolean;
  /** Samples per pixel of a JPEG: fewer than channels with chroma subsampling. */
  readonly samples: number;
  /** Lossless WebP. */
  readonly isLosslessWebp: boolean;
}

export function headerOf(image: Buffer, type: ImageType, metadata: Metadata, frames: number): ImageHeader {
  const { autoOrient, channels, depth, bitsPerSample = 8, hasAlpha, orientation = 1 } = metadata;
  return {
    type,
    bytes: image.length,
    ...autoOrient,
    frames,
    channels,
    bytesPerChannel: depth === 'uchar' && bitsPerSample <= 8 ? 1 : 2,
    hasAlpha,
    isInterlaced: metadata.isProgressive,
    isTurned: orientation > 1,
    samples: SAMPLES[metadata.chromaSubsampling ?? ''] ?? channels,
    isLosslessWebp: type === 'image/webp' && image.includes('VP8L'),
  };
}

/**
 * Plans how to render an image within the memory limit. The factors are measured bytes per pixel of the decoding and encoding libraries. Throws
 * IMAGE_TOO_LARGE when it is impossible.
 */
export function planRendering(header: ImageHeader): RenderingPlan {
  const plans = DISPLAY_SIDES.map((side) => planFor(header, side));
  const plan = plans.find(({ bytes }) => bytes <= BYTES_MAX);
  if (!plan) {
    const needed = Math.ceil(Math.min(...plans.map(({ bytes }) => bytes)) / 1_000_000);
    throw imageTooLarge(
      `${header.width} x ${header.height} pixels, which take ${needed} MB of memory to decode; the maximum is ${BYTES_MAX / 1_000_000} MB. ` +
        'An image that is not interlaced or progressive, with 8 bits per channel, takes less',
    );
  }
  return plan;
}

function planFor(header: ImageHeader, displaySide: number): RenderingPlan {
  const { width, height, frames, channels, hasAlpha, type } = header;
  const shrunk = Math.min(1, displaySide / Math.max(width, height));
  const shown = Math.ceil(width * shrunk) * Math.ceil(height * shrunk);
  const whole = wholeBytes(header, shown);
  const lines = width * Math.min(height, LINES_KEPT) * channels * header.bytesPerChannel;
  const isDirect = whole === 0 && shown > KEPT_PIXELS_MAX;
  const encoding = shown * (hasAlpha ? 15 : 7);
  // A decoded BMP stays in memory in addition to its derived images.
  const decoded = type === 'image/bmp' ? whole : 0;
  const kept = Math.max(whole + lines + shown * channels, decoded + shown * channels + encoding);
  const animated = width * height * (4 * frames + 40);
  const canMove = frames > 1 && (type === 'image/gif' || type === 'image/webp');
  const isAnimated = canMove && width * height * frames <= ANIMATED_PIXELS_MAX && header.bytes + animated <= BYTES_MAX;
  const bytes = isDirect ? lines + encoding : Math.max(kept, isAnimated ? animated : 0);
  return { displaySide, isDirect, isAnimated, bytes: header.bytes + bytes };
}

/** Memory for an image that must be decoded whole before its first line is ready; none for line-by-line decoding. */
function wholeBytes(header: ImageHeader, shown: number): number {
  const { type, width, height, frames, channels, bytesPerChannel, samples } = header;
  const pixels = width * height;
  const turned = header.isTurned ? pixels * channels * bytesPerChannel : 0;
  if (type === 'image/bmp') return pixels * 4;
  if (type === 'image/gif') return pixels * 5;
  if (type === 'image/avif') return pixels * 18 * bytesPerChannel + turned;
  if (type === 'image/webp') {
    if (frames > 1) return pixels * 8 + turned;
    return (header.isLosslessWebp ? pixels * 4 + shown * 4 : pixels + shown * channels) + turned;
  }
  if (!header.isInterlaced) return turned;
  // JPEG coefficients take two bytes each.
  return turned + pixels * (type === 'image/jpeg' ? 2 * samples : channels * bytesPerChannel);
}
