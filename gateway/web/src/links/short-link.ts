import type { Formats } from '@svc/web/shared/format';
import type { Item } from '../api/operations.js';
import { lastDayOf } from '../days/last-day.js';
import type { Tone } from '../ui/chip.js';

export type ShortLink = Item<'short_links.list'>;

/** Why a link does not open normally, in a word; undefined when it does. */
export function stateOf(link: ShortLink): readonly [string, Tone] | undefined {
  const { kind, isActive, switchedOffByAdmin, isFlagged, expiresAt } = link;
  if (switchedOffByAdmin) return ['Disabled by administrator', 'bad'];
  if (!isActive) return ['Disabled', 'plain'];
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return ['Expired', 'warn'];
  if (isFlagged) return [kind === 'photo' ? 'Taken down' : 'Warns first', 'bad'];
  return undefined;
}

/** Its destination, for people. */
export function targetOf({ kind, url }: ShortLink): string {
  return kind === 'photo' || url === null ? 'A photo' : url.replace(/^https?:\/\/(www\.)?/, '');
}

/** Its name on pages. */
export function nameOf({ title, shortId }: ShortLink): string {
  return title ?? shortId;
}

/** How long a link works, in words. */
export function endText(expiresAt: string, formats: Formats): string {
  const lastDay = lastDayOf(expiresAt, formats);
  const isWholeDay = formats.dayOf(expiresAt) !== lastDay;
  return isWholeDay ? `works until the end of ${formats.day(lastDay)}` : `works until ${formats.time(expiresAt)}`;
}
