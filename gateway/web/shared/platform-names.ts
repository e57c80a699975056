/** Display names of video platforms. */
export const PLATFORM_NAMES = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  x: 'X',
  facebook: 'Facebook',
  twitch: 'Twitch',
  other: 'Other',
} as const;
