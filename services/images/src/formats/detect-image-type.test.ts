import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { makeBmp } from '../testing/bmp-file.js';
import { detectImageType, readDeclaration } from './detect-image-type.js';

test.each([
  ['image/png', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'its signature and first chunk'],
  ['image/jpeg', latin1('\xff\xd8\xff\xe0'), 'its signature'],
  ['image/webp', latin1('RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0'), 'its container'],
  ['image/gif', latin1('GIF89a'), 'its signature'],
  ['image/gif', latin1('GIF87a'), 'the older one'],
  ['image/gif', latin1('GIF89a=1;alert(1)/*'), 'its signature, though a script as well'],
  ['image/avif', ftyp('avif', 'mif1'), 'its major brand'],
  ['image/avif', ftyp('mif1', 'miaf', 'avif'), 'a compatible brand'],
  ['image/avif', ftyp('avis', 'msf1'), 'the brand of sequences'],
  ['image/bmp', makeBmp({ width: 1, height: 1, depth: 24, pixels: [0, 0, 0, 0] }), 'a header that makes sense'],
  ['image/bmp', makeBmp({ width: 1, height: 1, depth: 24, headerSize: 12, pixels: [0, 0, 0, 0] }), 'a header of OS/2'],
])('%s is detected by %3$s', async (type, bytes) => {
  expect(await detectImageType(bytes)).toBe(type);
});

test.each([
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['image/svg+xml', Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg>\n<svg width="1"/>')],
  ['image/svg+xml', Buffer.from('  <svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>')],
  ['image/heic', ftyp('heic', 'mif1')],
  ['image/heif', ftyp('mif1', 'heic')],
  ['image/tiff', latin1('II*\0\x08\0\0\0\0\0\0\0\0\0\0\0')],
  ['image/tiff', latin1('MM\0*\0\0\0\x08\0\0\0\0\0\0\0\0')],
  ['application/pdf', latin1('%PDF-1.7\n')],
  ['image/jxl', latin1('\xff\x0a\0\0\0\0\0\0')],
  ['image/jxl', latin1('\0\0\0\x0cJXL \r\n\x87\n')],
  ['application/zip', latin1('PK\x03\x04\x14\0\0\0\0\0' + '\0'.repeat(40))],
  ['video/mp4', ftyp('isom', 'mp41')],
  ['unknown', Buffer.from('BM is how this text begins, and it goes on for long enough to hold a header.')],
  ['unknown', latin1('GIF88a and more')],
  ['unknown', Buffer.from('hello')],
])('%s is refused by that name', async (type, bytes) => {
  await expect(detectImageType(bytes)).rejects.toMatchObject({
    kind: 'unsupported_media',
    code: 'UNSUPPORTED_IMAGE',
    details: [
      { path: 'image', message: `Detected type: ${type}.` },
      { path: 'image', message: expect.stringContaining('image/png, image/jpeg') },
    ],
  });
});

test('a WebP that is cut short is corrupt', async () => {
  await expect(detectImageType(latin1('RIFF\xff\0\0\0WEBPVP8 '))).rejects.toMatchObject({ code: 'IMAGE_CORRUPT' });
});

test.each(['<!---->', '<!-->', '<? >', '\uFEFF', '<', '<a:', ' ', 'svg:', '<svg'])(
  'a text of %p, however often repeated, is recognized at once',
  async (piece) => {
    // Anything slower than linear would never finish.
    const text = Buffer.from(piece.repeat(200_000));

    await expect(detectImageType(text)).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE' });
  },
);

test('any bytes yield a type or a refusal', async () => {
  const starts = ['BM', 'RIFF', 'GIF89a', '\x89PNG\r\n\x1a\n', '\0\0\0\x20ftyp', '<svg', 'II*\0', ''].map(latin1);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      async (start, rest) => {
        const outcome = await detectImageType(Buffer.concat([start, rest])).catch((error: unknown) => error);

        expect(outcome).toEqual(
          typeof outcome === 'string'
            ? expect.stringMatching(/^image\//)
            : expect.objectContaining({ code: expect.stringMatching(/^(UNSUPPORTED_IMAGE|IMAGE_CORRUPT)$/) }),
        );
      },
    ),
  );
});

test('a declaration names an image type, nothing, or something else', () => {
  expect(readDeclaration({ mediaType: 'image/jpg' })).toBe('image/jpeg');
  expect(readDeclaration({ mediaType: 'IMAGE/PNG', filename: 'a.gif' })).toBe('image/png');
  expect(readDeclaration({ mediaType: 'application/octet-stream', filename: 'a.JPEG' })).toBe('image/jpeg');
  expect(readDeclaration({})).toBeNull();
  expect(readDeclaration({ mediaType: 'image/*' })).toBeNull();
  expect(readDeclaration({ mediaType: 'application/octet-stream', filename: 'blob' })).toBeNull();
  expect(readDeclaration({ mediaType: 'text/plain' })).toBeUndefined();
});

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** The first box of an ISO media file. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + compatible.length * 4);
  return Buffer.concat([size, latin1(`ftyp${major}\0\0\0\0${compatible.join('')}`), Buffer.alloc(32)]);
}
