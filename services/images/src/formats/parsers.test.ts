/** Parsing an image or its declaration before decoding takes linear time. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { decodeImageText } from '../decoding/base64-text.js';
import { detectImageType, readDeclaration } from './detect-image-type.js';

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'image sniffing', parse: (text) => detectImageType(Buffer.from(text)) },
  { parser: 'declarations of images', parse: (text) => readDeclaration({ mediaType: text, filename: text }) },
  {
    parser: 'images as text',
    parse: (text) => decodeImageText({ text: Buffer.from(text), isEscaped: true } as never, 1e6),
  },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});
