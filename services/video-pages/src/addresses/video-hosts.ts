import { facebook } from './platforms/facebook.js';
import { instagram } from './platforms/instagram.js';
import type { PlatformName, VideoPlatform } from './platforms/platform.js';
import { tiktok } from './platforms/tiktok.js';
import { twitch } from './platforms/twitch.js';
import { x } from './platforms/x.js';
import { youtube } from './platforms/youtube.js';

const PLATFORMS: Readonly<Record<PlatformName, VideoPlatform>> = { youtube, tiktok, instagram, x, facebook, twitch };
const ALL_PLATFORMS = Object.values(PLATFORMS);

/** Short links of X can lead anywhere, so they belong to no platform. */
export const ANY_TARGET_SHORT_HOST = 't.co';

export function platformNamed(name: PlatformName): VideoPlatform {
  return PLATFORMS[name];
}

export function findPlatform(host: string): VideoPlatform | undefined {
  return ALL_PLATFORMS.find((platform) => platform.ownsHost(host));
}

/** Whether links to this exact host are recognized without `https://`. */
export function isVideoHost(host: string): boolean {
  return host === ANY_TARGET_SHORT_HOST || findPlatform(host) !== undefined;
}
