import { expect, test } from '@jest/globals';
import { makeBmp } from '../testing/bmp-file.js';
import { decodeBmp } from './bmp.js';

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const WHITE = [255, 255, 255, 255];
/** Palette entries: blue, green, red, reserved. */
const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];

// Each file is an image of 3 x 2: red, green, blue above white, white, red; files store rows from the bottom up.
const PIXELS = [...RED, ...GREEN, ...BLUE, ...WHITE, ...WHITE, ...RED];

test.each([
  [
    '24 bits',
    makeBmp({ width: 3, height: 2, depth: 24, pixels: [...row24(WHITE, WHITE, RED), ...row24(RED, GREEN, BLUE)] }),
  ],
  [
    'rows from the top',
    makeBmp({ width: 3, height: -2, depth: 24, pixels: [...row24(RED, GREEN, BLUE), ...row24(WHITE, WHITE, RED)] }),
  ],
  [
    'a header of OS/2',
    makeBmp({
      width: 3,
      height: 2,
      depth: 24,
      headerSize: 12,
      pixels: [...row24(WHITE, WHITE, RED), ...row24(RED, GREEN, BLUE)],
    }),
  ],
  [
    'a palette of 8 bits',
    makeBmp({ width: 3, height: 2, depth: 8, palette: PALETTE, pixels: [3, 3, 0, 0, 0, 1, 2, 0] }),
  ],
  [
    'a palette of 4 bits and an odd width',
    makeBmp({ width: 3, height: 2, depth: 4, palette: PALETTE, pixels: [0x33, 0, 0, 0, 0x01, 0x20, 0, 0] }),
  ],
  [
    'a palette of 2 bits',
    makeBmp({ width: 3, height: 2, depth: 2, palette: PALETTE, pixels: [0b11110000, 0, 0, 0, 0b00011000, 0, 0, 0] }),
  ],
  [
    '32 bits, whose fourth byte means nothing',
    makeBmp({
      width: 3,
      height: 2,
      depth: 32,
      pixels: [255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0],
    }),
  ],
  [
    '16 bits of 5',
    makeBmp({
      width: 3,
      height: 2,
      depth: 16,
      pixels: [...words(0x7fff, 0x7fff, 0x7c00), 0, 0, ...words(0x7c00, 0x03e0, 0x001f), 0, 0],
    }),
  ],
  [
    '16 bits in fields of 5, 6 and 5',
    makeBmp({
      width: 3,
      height: 2,
      depth: 16,
      compression: 3,
      masks: [0xf800, 0x07e0, 0x001f],
      pixels: [...words(0xffff, 0xffff, 0xf800), 0, 0, ...words(0xf800, 0x07e0, 0x001f), 0, 0],
    }),
  ],
])('a BMP with %s is decoded', (_what, file) => {
  expect(decodeBmp(file)).toEqual({ width: 3, height: 2, data: Buffer.from(PIXELS) });
});

test('alpha is used when the header defines its bits', () => {
  const masks = [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000];
  const file = makeBmp({
    width: 1,
    height: 1,
    depth: 32,
    compression: 3,
    headerSize: 108,
    masks,
    pixels: [1, 2, 3, 128],
  });

  expect(decodeBmp(file).data).toEqual(Buffer.from([3, 2, 1, 128]));
});

test.each([
  ['too few rows', makeBmp({ width: 3, height: 2, depth: 24, pixels: row24(RED, GREEN, BLUE) }), 'IMAGE_CORRUPT'],
  ['no pixels', makeBmp({ width: 0, height: 2, depth: 24, pixels: [] }), 'IMAGE_CORRUPT'],
  ['a negative width', makeBmp({ width: -3, height: 2, depth: 24, pixels: [] }), 'IMAGE_CORRUPT'],
  [
    'a color outside its palette',
    makeBmp({ width: 1, height: 1, depth: 8, palette: PALETTE, pixels: [9, 0, 0, 0] }),
    'IMAGE_CORRUPT',
  ],
  [
    'a height of -2,147,483,648',
    makeBmp({ width: 1, height: -2_147_483_648, depth: 24, pixels: [] }),
    'IMAGE_TOO_LARGE',
  ],
  ['more pixels than any file', makeBmp({ width: 65_535, height: 65_535, depth: 24, pixels: [] }), 'IMAGE_TOO_LARGE'],
  [
    'run lengths',
    makeBmp({ width: 1, height: 1, depth: 8, compression: 1, palette: PALETTE, pixels: [1, 0] }),
    'UNSUPPORTED_IMAGE',
  ],
  ['a JPEG in it', makeBmp({ width: 1, height: 1, depth: 24, compression: 4, pixels: [] }), 'UNSUPPORTED_IMAGE'],
])('a BMP with %s is refused', (_what, file, code) => {
  expect(() => decodeBmp(file)).toThrow(expect.objectContaining({ code }));
});

function row24(...pixels: readonly number[][]): number[] {
  const bytes = pixels.flatMap(([red = 0, green = 0, blue = 0]) => [blue, green, red]);
  return [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)];
}

function words(...values: number[]): number[] {
  return values.flatMap((value) => [value & 0xff, value >> 8]);
}
