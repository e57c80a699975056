import { facebook } from './platforms/facebook.js';
import { instagram } from './platforms/instagram.js';
import type { VideoPlatform } from './platforms/platform.js';
import { tiktok } from './platforms/tiktok.js';
import { twitch } from './platforms/twitch.js';
import { x } from './platforms/x.js';
import { youtube } from './platforms/youtube.js';

const PLATFORMS: readonly VideoPlatform[] = [youtube, tiktok, instagram, x, facebook, twitch];

/** Short links of X; they lead anywhere, so that they belong to no platform. */
export const ANY_TARGET_SHORT_HOST = 't.co';

export function findPlatform(host: string): VideoPlatform | undefined {
  return PLATFORMS.find((platform) => platform.ownsHost(host));
}

/** Whether links to this exact host are recognized even when written without `https://`. */
export function isVideoHost(host: string): boolean {
  return host === ANY_TARGET_SHORT_HOST || findPlatform(host) !== undefined;
}
