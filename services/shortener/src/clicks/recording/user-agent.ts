import { BROWSER_MAP, parse } from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Device } from '../click-batch.js';

/** The facts that a user agent reveals. */
export interface UserAgentTraits {
  readonly isBot: boolean;
  readonly device: Device;
  /** Family without version, such as `Firefox`; `other` for unknown ones. */
  readonly browser: string;
}

/** Characters of a user agent that are parsed. */
export const USER_AGENT_CHARACTERS_MAX = 512;

const UNKNOWN: UserAgentTraits = { isBot: false, device: 'other', browser: 'other' };
const DEVICES: ReadonlySet<string> = new Set<Device>(['desktop', 'mobile', 'tablet', 'tv']);
/** Known browser names: the parser reports the first word of an unknown user agent as its browser. */
const BROWSERS = new Set(Object.values(BROWSER_MAP));

const known = new LRUCache<string, UserAgentTraits>({ max: 5_000, memoMethod: classify });

/** Looks up or parses the traits; parsing takes about ten microseconds, and results are cached. */
export function classifyUserAgent(userAgent: string | undefined): UserAgentTraits {
  if (!userAgent) return UNKNOWN;
  // A long one is not cached: a substring keeps the whole string in memory.
  return userAgent.length > USER_AGENT_CHARACTERS_MAX
    ? classify(userAgent.slice(0, USER_AGENT_CHARACTERS_MAX))
    : known.memo(userAgent);
}

function classify(userAgent: string): UserAgentTraits {
  const { platform, browser } = parse(userAgent);
  return {
    isBot: isbot(userAgent) || platform.type === 'bot',
    device: isDevice(platform.type) ? platform.type : 'other',
    browser: browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : 'other',
  };
}

function isDevice(type: string | undefined): type is Device {
  return type !== undefined && DEVICES.has(type);
}
