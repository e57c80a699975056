import type { Item } from '../api/operations.js';

export type Platform = Item<'videos.list'>['platform'];

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  x: 'X',
  facebook: 'Facebook',
  twitch: 'Twitch',
  other: 'Other',
};

export const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[];
