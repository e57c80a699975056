import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { StreamedFile } from '@svc/http-host/http/http-operation';
import type { ByteRange, ObjectStore } from '@svc/objects/store/object-store';
import parseRange from 'range-parser';
import type { ImageFile } from './read-image.js';

/** Caching policy of a response. */
export type CacheControl = 'private, max-age=300' | 'no-store';

/** The requested part of a file, from the request headers (RFC 9110, sections 13 and 14). */
export interface WantedPart {
  readonly isHead: boolean;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Opens a stored image for a response: the whole file, one byte range, or 304 when the client already has it. Throws UNAVAILABLE when the store does
 * not respond or has lost the image.
 */
export async function openImageFile(
  store: ObjectStore,
  file: ImageFile,
  wanted: WantedPart,
  cacheControl: CacheControl,
): Promise<StreamedFile> {
  const etag = `"${file.etag}"`;
  const headers = fileHeaders(file, etag, cacheControl);
  if (isKnown(wanted.ifNoneMatch, etag)) return { status: 304, headers };
  const stored = await store.stat(file.key);
  if (!stored) throw unreadable();
  const range = rangeOf(wanted, stored.bytes, etag);
  if (range === 'none') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${stored.bytes}`, 'content-length': '0' } };
  }
  const { offset, bytes } = range ?? { offset: 0, bytes: stored.bytes };
  const part = {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(bytes),
      ...(range ? { 'content-range': `bytes ${offset}-${offset + bytes - 1}/${stored.bytes}` } : {}),
    },
  };
  if (wanted.isHead) return part;
  const content = await store.read(file.key, range);
  if (!content) throw unreadable();
  return { ...part, content };
}

function unreadable(): AppError {
  return appError('UNAVAILABLE', 'The image cannot be read right now. Try again in a moment.');
}

/** Headers for an untrusted file: displayed as an image, never executed, not embedded by other sites. */
function fileHeaders(file: ImageFile, etag: string, cacheControl: CacheControl): Record<string, string> {
  return {
    'content-type': file.contentType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'content-disposition': `inline; filename="${file.filename}"`,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
  };
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
}

/** Returns the single requested range, undefined for the whole file or several ranges, and `none` for a range past the end. */
function rangeOf({ range, ifRange }: WantedPart, size: number, etag: string): ByteRange | 'none' | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'none';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 || !ranges[0]) return undefined;
  const [{ start, end }] = ranges;
  return { offset: start, bytes: end - start + 1 };
}
