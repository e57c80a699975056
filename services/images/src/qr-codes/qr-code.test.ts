import { expect, test } from '@jest/globals';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { qrCodeOf } from './qr-code.js';

const URL = 'https://go.example.com/a-slug-of-some-length';

test('a PNG of 512 pixels holds the modules of the code with a quiet zone around them', async () => {
  const { data, info } = await sharp(await qrCodeOf(URL, 'png'))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });

  const { size, data: modules } = QRCode.create(URL).modules;
  const scale = Math.floor(512 / (size + 8));
  const margin = Math.floor((512 - size * scale) / 2);
  const isDark = (row: number, column: number): boolean => {
    const middle = (module: number): number => margin + module * scale + Math.floor(scale / 2);
    return (data[(middle(row) * info.width + middle(column)) * info.channels] ?? NaN) < 128;
  };
  const places = Array.from({ length: size * size }, (_, index) => [Math.floor(index / size), index % size] as const);
  expect([info.width, info.height]).toEqual([512, 512]);
  expect(places.map(([row, column]) => isDark(row, column))).toEqual([...modules].map((module) => module === 1));
  expect([-4, -1, size, size + 3].some((place) => isDark(place, place))).toBe(false);
});

test('an SVG is an image, and repeated requests for a code create it once', async () => {
  expect((await qrCodeOf(URL, 'svg')).toString()).toMatch(/^<svg /);
  expect(qrCodeOf(URL, 'png')).toBe(qrCodeOf(URL, 'png'));
});
