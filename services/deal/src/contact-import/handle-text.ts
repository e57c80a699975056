import type { Handle } from '../contacts/contact.js';

/** Platforms by the host of their profiles, without `www.` and `m.`. */
const PLATFORM_OF_HOST: ReadonlyMap<string, string> = new Map([
  ['youtube.com', 'youtube'],
  ['tiktok.com', 'tiktok'],
  ['instagram.com', 'instagram'],
  ['x.com', 'x'],
  ['twitter.com', 'x'],
  ['facebook.com', 'facebook'],
  ['twitch.tv', 'twitch'],
]);

/** Parts of paths that stand before the name. */
const BEFORE_NAME = new Set(['channel', 'c', 'user']);

/**
 * Reads a handle as address books hold it: the address of a profile, or a name whose platform is known from elsewhere. Null when
 * it is neither.
 */
export function readHandle(text: string, platform: string | null): Handle | null {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return fromAddress(trimmed, platform);
  if (platform === null || !/[^@\s]/.test(trimmed)) return null;
  return { platform, handle: trimmed, url: null };
}

/** Reads a list of handles, such as `instagram:ann; tiktok:@ann https://www.tiktok.com/@ann`, as the export writes it. */
export function readHandles(text: string): { handles: Handle[]; unread: string[] } {
  const parts = text
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const read = parts.map((part) => ({ part, handle: readNamedHandle(part) }));
  return {
    handles: read.flatMap(({ handle }) => handle ?? []),
    unread: read.filter(({ handle }) => handle === null).map(({ part }) => part),
  };
}

function readNamedHandle(part: string): Handle | null {
  const [, platform, handle, url = null] = /^([^:/\s]+):\s*([^\s:/]\S*)(?:\s+(https?:\/\/\S+))?$/i.exec(part) ?? [];
  if (platform === undefined || handle === undefined) return readHandle(part, null);
  return { platform: platform.toLowerCase(), handle, url };
}

function fromAddress(address: string, platform: string | null): Handle | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const known = PLATFORM_OF_HOST.get(url.hostname.replace(/^(www|m)\./, '')) ?? platform;
  const handle = url.pathname.split('/').find((part) => part !== '' && !BEFORE_NAME.has(part));
  if (known === null || handle === undefined) return null;
  return { platform: known, handle: decodeName(handle), url: address };
}

function decodeName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
