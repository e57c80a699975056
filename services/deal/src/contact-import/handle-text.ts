import { partsReader } from '@svc/chassis/schemas/cell-text';
import type { Handle } from '../contacts/contact.js';

/** Platforms by the host name of their profiles, without `www.` and `m.`. */
const PLATFORM_OF_HOST: ReadonlyMap<string, string> = new Map([
  ['youtube.com', 'youtube'],
  ['tiktok.com', 'tiktok'],
  ['instagram.com', 'instagram'],
  ['x.com', 'x'],
  ['twitter.com', 'x'],
  ['facebook.com', 'facebook'],
  ['twitch.tv', 'twitch'],
]);

/** Path segments that precede the name. */
const BEFORE_NAME = new Set(['channel', 'c', 'user']);
/** Path segments on these sites that lead to other pages than profiles. */
const NO_NAMES = new Set([
  'explore',
  'groups',
  'hashtag',
  'p',
  'pages',
  'people',
  'playlist',
  'reel',
  'reels',
  'results',
  'search',
  'share',
  'shorts',
  'stories',
  'videos',
  'watch',
]);

/** Parses a handle in the forms of address books: the URL of a profile, or a name whose platform is known from elsewhere. Null when it is neither. */
export function readHandle(text: string, platform: string | null): Handle | null {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return fromAddress(trimmed, platform);
  if (PLATFORM_OF_HOST.has(siteOf(trimmed.split('/', 1)[0] ?? ''))) return fromAddress(`https://${trimmed}`, platform);
  if (platform === null || !/[^@\s]/.test(trimmed)) return null;
  return { platform, handle: trimmed, url: null };
}

/** Maximum handles parsed per row: one more than a contact can have, so that an excess is noticed. */
export const HANDLES_READ_MAX = 21;
/** Maximum parts kept that are not handles. */
const UNREAD_KEPT_MAX = 10;

export interface ReadHandles {
  /** Handles without duplicates, at most `HANDLES_READ_MAX`. */
  readonly handles: Handle[];
  readonly unread: string[];
  /** Count of all parts that are not handles. */
  readonly unreadCount: number;
}

const partsOf = partsReader(/[;,\n]/);

/** Parses a list of handles in the format of the export, such as `instagram:ann; tiktok:@ann https://www.tiktok.com/@ann`. */
export function readHandles(text: string): ReadHandles {
  const handles = new Map<string, Handle>();
  const unread: string[] = [];
  let unreadCount = 0;
  for (const part of partsOf(text)) {
    if (handles.size === HANDLES_READ_MAX) break;
    if (part === '') continue;
    const read = readNamedHandle(part);
    if (read) handles.set(`${read.platform}:${read.handle}`, read);
    else unreadCount += 1;
    if (!read && unread.length < UNREAD_KEPT_MAX) unread.push(part);
  }
  return { handles: [...handles.values()], unread, unreadCount };
}

/** Parses `platform:handle`, optionally followed by a space and the URL of the profile. The handle may contain spaces. */
function readNamedHandle(part: string): Handle | null {
  const [, platform] = /^([^:/\s]+):\s*[^\s:/]/.exec(part) ?? [];
  if (platform === undefined) return readHandle(part, null);
  const text = part.slice(platform.length + 1).trim();
  const ofAddress = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  const hasAddress = ofAddress > 0 && /^https?:\/\/\S/i.test(text.slice(ofAddress));
  const handle = hasAddress ? text.slice(0, ofAddress).trim() : text;
  return { platform: platform.toLowerCase(), handle, url: hasAddress ? text.slice(ofAddress) : null };
}

function fromAddress(address: string, platform: string | null): Handle | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const site = PLATFORM_OF_HOST.get(siteOf(url.hostname));
  const known = site ?? platform;
  const handle = nameIn(url);
  if (known === null || handle === null || (site !== undefined && NO_NAMES.has(handle))) return null;
  return { platform: known, handle: decodeName(handle), url: address };
}

/** Strips `www.` and `m.` from a host name. */
function siteOf(host: string): string {
  return host.toLowerCase().replace(/^(www|m)\./, '');
}

function nameIn({ pathname, searchParams }: URL): string | null {
  const name = pathname.split('/').find((part) => part !== '' && !BEFORE_NAME.has(part)) ?? null;
  // URLs of Facebook accounts without a name.
  return name === 'profile.php' ? searchParams.get('id') : name;
}

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
