import { imageCorrupt, imageTooLarge, unsupportedImage } from '../errors/image-errors.js';

/** Maximum pixels of a BMP: this decoder, needed because the image library has none, holds the whole image in memory. */
const PIXELS_MAX = 40_000_000;

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;

/** Pixels from the top left, with one byte each for red, green, blue and alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Position and number of a channel's bits in a pixel. */
interface Channel {
  readonly shift: number;
  readonly max: number;
}

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly isTopDown: boolean;
  readonly depth: number;
  readonly dataOffset: number;
  readonly rowBytes: number;
  readonly palette: readonly (readonly [red: number, green: number, blue: number])[];
  /** Red, green, blue and, if specified, alpha. */
  readonly channels: readonly Channel[];
}

/**
 * Decodes an uncompressed BMP whose type is known (`detectImageType`): Windows and OS/2 headers, 1 to 32 bits per pixel, bit fields. Throws
 * UNSUPPORTED_IMAGE for compressed files, IMAGE_TOO_LARGE with the declared size above 40 megapixels, and IMAGE_CORRUPT when the file does not match
 * its header.
 */
export function decodeBmp(bytes: Buffer): Pixels {
  const header = readBmpHeader(bytes);
  const { width, height, rowBytes, dataOffset, depth, isTopDown } = header;
  const data = Buffer.allocUnsafe(width * height * 4);
  const writePixel = depth <= 8 ? paletteWriter(header) : channelWriter(header);
  for (let y = 0; y < height; y += 1) {
    const row = bytes.subarray(dataOffset + y * rowBytes, dataOffset + (y + 1) * rowBytes);
    const line = isTopDown ? y : height - 1 - y;
    for (let x = 0; x < width; x += 1) writePixel(row, x, data, (line * width + x) * 4);
  }
  return { data, width, height };
}

/** Parses the header. Throws as `decodeBmp` does. */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  const headerSize = bytes.readUInt32LE(14);
  const isOs2 = headerSize === 12;
  const width = isOs2 ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signedHeight = isOs2 ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const height = Math.abs(signedHeight);
  if (width < 1 || height < 1) throw imageCorrupt('The BMP declares no pixels.');
  if (width * height > PIXELS_MAX) throw imageTooLarge(`${width} x ${height} pixels; a BMP may have 40 megapixels`);
  const depth = bytes.readUInt16LE(isOs2 ? 24 : 28);
  const compression = isOs2 ? UNCOMPRESSED : bytes.readUInt32LE(30);
  const hasBitFields = compression === BIT_FIELDS && (depth === 16 || depth === 32);
  if (compression !== UNCOMPRESSED && !hasBitFields) throw unsupportedImage('image/bmp, compressed');
  const dataOffset = bytes.readUInt32LE(10);
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  // A 40-byte header has no room for the masks, so they follow it.
  const paletteOffset = 14 + headerSize + (hasBitFields && headerSize === 40 ? 12 : 0);
  if (dataOffset < paletteOffset || dataOffset + rowBytes * height > bytes.length) {
    throw imageCorrupt('The BMP is shorter than its header declares.');
  }
  const channels = depth <= 8 ? [] : readChannels(bytes, depth, hasBitFields, headerSize);
  return {
    width,
    height,
    hasAlpha: channels.length > 3,
    isTopDown: signedHeight < 0,
    depth,
    dataOffset,
    rowBytes,
    palette: depth <= 8 ? readPalette(bytes.subarray(paletteOffset, dataOffset), isOs2 ? 3 : 4, 2 ** depth) : [],
    channels,
  };
}

function readPalette(bytes: Buffer, entryBytes: number, colorsMax: number): BmpHeader['palette'] {
  const colors = Math.min(colorsMax, Math.floor(bytes.length / entryBytes));
  return Array.from({ length: colors }, (_, index) => {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(index * entryBytes, index * entryBytes + 3);
    return [red, green, blue];
  });
}

function readChannels(bytes: Buffer, depth: number, hasBitFields: boolean, headerSize: number): Channel[] {
  if (!hasBitFields) return (depth === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]).map(toChannel);
  const masks = [54, 58, 62].map((at) => bytes.readUInt32LE(at));
  // Headers of 56 bytes and more have a mask for alpha; 0 means no alpha.
  const alpha = headerSize >= 56 && headerSize !== 64 ? bytes.readUInt32LE(66) : 0;
  return [...masks, ...(alpha === 0 ? [] : [alpha])].map(toChannel);
}

function toChannel(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
}

type WritePixel = (row: Buffer, x: number, target: Buffer, at: number) => void;

function paletteWriter({ depth, palette }: BmpHeader): WritePixel {
  const perByte = 8 / depth;
  const mask = 2 ** depth - 1;
  return (row, x, target, at) => {
    const byte = row[Math.floor(x / perByte)] ?? 0;
    const index = (byte >> (8 - depth * ((x % perByte) + 1))) & mask;
    const color = palette[index];
    if (!color) throw imageCorrupt('The BMP uses a color that its palette does not have.');
    target[at] = color[0];
    target[at + 1] = color[1];
    target[at + 2] = color[2];
    target[at + 3] = 255;
  };
}

function channelWriter({ depth, channels }: BmpHeader): WritePixel {
  if (depth === 24) {
    return (row, x, target, at) => {
      target[at] = row[x * 3 + 2] ?? 0;
      target[at + 1] = row[x * 3 + 1] ?? 0;
      target[at + 2] = row[x * 3] ?? 0;
      target[at + 3] = 255;
    };
  }
  const pixelBytes = depth / 8;
  return (row, x, target, at) => {
    const pixel = row.readUIntLE(x * pixelBytes, pixelBytes);
    target[at + 3] = 255;
    for (const [index, { shift, max }] of channels.entries()) {
      target[at + index] = max === 0 ? 0 : Math.round((((pixel >>> shift) & max) / max) * 255);
    }
  };
}
