/** Header fields of a BMP, as they are written. */
export interface BmpFields {
  readonly width: number;
  /** Negative when rows are stored from the top down. */
  readonly height: number;
  readonly depth: number;
  readonly compression?: number;
  /** 12 (OS/2), 40, or more. */
  readonly headerSize?: number;
  /** Masks for red, green, blue and alpha, after a header of 40 bytes or within a longer one. */
  readonly masks?: readonly number[];
  /** Blue, green, red and a reserved byte each; without that byte for OS/2. */
  readonly palette?: readonly number[];
  /** Rows in file order, padded to four bytes. */
  readonly pixels: readonly number[];
}

/** The bytes of a BMP file, unchecked, so that it can also build broken ones. */
export function makeBmp(fields: BmpFields): Buffer {
  const { width, height, depth, compression = 0, headerSize = 40, masks = [], palette = [], pixels } = fields;
  const dib = Buffer.alloc(headerSize);
  dib.writeUInt32LE(headerSize, 0);
  if (headerSize === 12) {
    dib.writeUInt16LE(width, 4);
    dib.writeUInt16LE(height, 6);
    dib.writeUInt16LE(1, 8);
    dib.writeUInt16LE(depth, 10);
  } else {
    dib.writeInt32LE(width, 4);
    dib.writeInt32LE(height, 8);
    dib.writeUInt16LE(1, 12);
    dib.writeUInt16LE(depth, 14);
    dib.writeUInt32LE(compression, 16);
  }
  const maskBytes = Buffer.alloc(masks.length * 4);
  for (const [index, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, index * 4);
  if (headerSize > 40) maskBytes.copy(dib, 40);
  const behind = headerSize === 40 ? maskBytes : Buffer.alloc(0);
  const start = Buffer.alloc(14);
  start.write('BM', 'latin1');
  start.writeUInt32LE(14 + headerSize + behind.length + palette.length + pixels.length, 2);
  start.writeUInt32LE(14 + headerSize + behind.length + palette.length, 10);
  return Buffer.concat([start, dib, behind, Buffer.from(palette), Buffer.from(pixels)]);
}
