import type { Formats } from '@svc/web/shared/format';
import type { ExternalShare } from './record.js';

/** Why a link does not open, permanently or for now; undefined when it does. */
export function endOf({
  isActive,
  switchedOffByAdmin,
  expiresAt,
  maxViews,
  viewCount,
}: ExternalShare): string | undefined {
  if (switchedOffByAdmin) return 'Disabled by administrator';
  if (!isActive) return 'Disabled';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'Expired';
  return maxViews !== null && viewCount >= maxViews ? 'Used up' : undefined;
}

/** How long a link opens; one that ends with a day names that day's last minute. */
export function describeEnd({ expiresAt }: ExternalShare, { time, dayOf }: Formats): string | undefined {
  if (expiresAt === null) return undefined;
  const before = new Date(Date.parse(expiresAt) - 1).toISOString();
  return time(dayOf(before) === dayOf(expiresAt) ? expiresAt : before);
}

/** "3 of 10". */
export function viewsText({ viewCount, maxViews }: ExternalShare, { count }: Formats): string {
  return maxViews === null ? count(viewCount) : `${count(viewCount)} of ${count(maxViews)}`;
}

/** "3 of 10 views". */
export function describeViews(share: ExternalShare, formats: Formats): string {
  const isOne = share.maxViews === null && share.viewCount === 1;
  return `${viewsText(share, formats)} ${isOne ? 'view' : 'views'}`;
}

/** The remaining openings of a link. */
export function describeLimit({ viewCount, maxViews }: ExternalShare, { count }: Formats): string {
  return maxViews === null ? 'no view limit' : `${count(Math.max(0, maxViews - viewCount))} left`;
}
