import { invalidInput } from '@svc/chassis/errors/app-error';
import { fileTypeFromBuffer } from 'file-type';
import { imageCorrupt, unsupportedImage } from '../errors/image-errors.js';
import { IMAGE_TYPES, type ImageType } from './image-type.js';

/** Declared media types and file extensions that are refused for any bytes. */
const REFUSED_DECLARATIONS: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  svgz: 'image/svg+xml',
  'image/svg+xml': 'image/svg+xml',
  'image/svg': 'image/svg+xml',
  heic: 'image/heic',
  heif: 'image/heif',
  'image/heic': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif': 'image/heif',
  'image/heif-sequence': 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  'image/tiff': 'image/tiff',
};

/** Other names of the allowed types, and the extensions of their files. */
const DECLARED_TYPES: Readonly<Record<string, ImageType>> = {
  png: 'image/png',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  'image/x-bmp': 'image/bmp',
  'image/x-ms-bmp': 'image/bmp',
  ...Object.fromEntries(IMAGE_TYPES.map((type) => [type, type])),
};

/** Media types that do not state a format. */
const UNSAID = ['image/*', 'application/octet-stream'];

/** The sender's declaration of the image's type, which is only a hint. */
export interface Declaration {
  /** Media type, without parameters. */
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  /** A second file name: that of a form field, in addition to the file's own. */
  readonly otherFilename?: string | undefined;
}

/** The declared type: null for none, undefined for anything except an accepted image. Throws UNSUPPORTED_IMAGE for declared SVG, HEIC and TIFF. */
export function readDeclaration(declaration: Declaration): ImageType | null | undefined {
  const { mediaType, filename, otherFilename } = declaration;
  const declared = [mediaType?.trim().toLowerCase(), extensionOf(filename), extensionOf(otherFilename)];
  const names = declared.filter((name) => name !== undefined && name !== '');
  for (const name of names) {
    const refused = REFUSED_DECLARATIONS[name ?? ''];
    if (refused !== undefined) throw unsupportedImage(refused);
  }
  const name = names.find((each) => !UNSAID.includes(each ?? ''));
  return name === undefined ? null : DECLARED_TYPES[name];
}

function extensionOf(filename = ''): string | undefined {
  return /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase();
}

/**
 * Detects the type from the bytes alone. Throws UNSUPPORTED_IMAGE with the detected type, IMAGE_CORRUPT for a truncated WebP, VALIDATION_ERROR
 * without bytes.
 */
export async function detectImageType(bytes: Buffer): Promise<ImageType> {
  if (bytes.length === 0) throw invalidInput('image', 'The image is empty.');
  if (isPng(bytes)) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (isWebp(bytes)) return 'image/webp';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif';
  if (isAvif(bytes)) return 'image/avif';
  if (isBmp(bytes)) return 'image/bmp';
  throw unsupportedImage(await nameRefusedType(bytes));
}

function isPng(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && bytes.toString('latin1', 12, 16) === 'IHDR';
}

function isWebp(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return false;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) throw imageCorrupt('The image is cut short. Send the whole file.');
  return true;
}

/** Checks all brands: files whose major brand is the general `mif1` may be AVIF as well. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 1_024);
  // The minor version lies between the major brand and the compatible ones.
  const starts = [8, ...Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, index) => 16 + index * 4)];
  return starts.some((start) => /^avi[fs]$/.test(bytes.toString('latin1', start, start + 4)));
}

const DIB_HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124];
const BMP_DEPTHS = [1, 2, 4, 8, 16, 24, 32];

/** Texts may begin with the same two letters, so the header must be plausible. */
function isBmp(bytes: Buffer): boolean {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 2) !== 'BM') return false;
  const headerSize = bytes.readUInt32LE(14);
  if (!DIB_HEADER_SIZES.includes(headerSize) || bytes.length < 14 + headerSize) return false;
  const planesAt = headerSize === 12 ? 22 : 26;
  return bytes.readUInt16LE(planesAt) === 1 && BMP_DEPTHS.includes(bytes.readUInt16LE(planesAt + 2));
}

async function nameRefusedType(bytes: Buffer): Promise<string | undefined> {
  const start = bytes.toString('utf8', 0, 1_024);
  // The text is refused in any case, so there is no need to parse what precedes the element.
  if (/^[\uFEFF\s]*</.test(start) && /<(?:\w{1,20}:)?svg[\s>]/i.test(start)) return 'image/svg+xml';
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // A file of an accepted type reaches this point only if its header is not that of an image.
  return IMAGE_TYPES.some((type) => type === found?.mime) ? undefined : found?.mime;
}
