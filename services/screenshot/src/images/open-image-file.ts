import type { StreamedFile } from '@svc/http-host/http/http-operation';
import { appError, type AppError } from '@svc/chassis/errors/app-error';
import type { ByteRange, ObjectStore } from '@svc/objects/store/object-store';
import parseRange from 'range-parser';
import type { ImageFile } from './read-image.js';

/** Who may keep an answer, and for how long. */
export type CacheControl = 'private, max-age=300' | 'no-store';

/** How much of a file is wanted, as a request's headers say it (RFC 9110, sections 13 and 14). */
export interface WantedPart {
  readonly isHead: boolean;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * A stored image as it is answered: whole, one range of its bytes, or that it is the one that the client has. Throws UNAVAILABLE when
 * the store does not answer, or does not have it.
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

/** An untrusted file: shown as an image, never run, and embedded in no foreign page. */
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

/** The one range that is asked for; undefined for the whole, also when several are, and `none` for one beyond the end. */
function rangeOf({ range, ifRange }: WantedPart, size: number, etag: string): ByteRange | 'none' | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(size, range);
  if (ranges === -1) return 'none';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 || !ranges[0]) return undefined;
  const [{ start, end }] = ranges;
  return { offset: start, bytes: end - start + 1 };
}
