/** Recently opened records in this browser, by id only: their names are read again each time. */
import { keepText, readText } from '../../kept/browser-storage.js';

const RECENT_MAX = 6;
const FAMILIES = ['deals', 'contacts', 'influencers', 'links', 'teams'] as const;
const PAGE = new RegExp(`^/(${FAMILIES.join('|')})/([0-9a-f-]{36})$`);

export interface RecentRecord {
  readonly family: (typeof FAMILIES)[number];
  readonly id: string;
}

const storedOf = (userId: string): string => `dealbridge.recent.${userId}`;

/** Records that the page was open, if it is a record's. */
export function noteVisit(userId: string, path: string): void {
  const visited = recordAt(path);
  if (!visited) return;
  const others = listRecent(userId).filter(({ id }) => id !== visited.id);
  const kept = [visited, ...others].slice(0, RECENT_MAX);
  keepText(storedOf(userId), kept.map(pathOf).join(' '));
}

/** Forgets records that are gone, or no longer shared with the user. */
export function forgetVisits(userId: string, goneIds: readonly string[]): void {
  const recent = listRecent(userId);
  const left = recent.filter(({ id }) => !goneIds.includes(id));
  if (left.length < recent.length) keepText(storedOf(userId), left.map(pathOf).join(' '));
}

/** Latest first. */
export function listRecent(userId: string): readonly RecentRecord[] {
  const paths = (readText(storedOf(userId)) ?? '').split(' ');
  return paths.flatMap((path) => recordAt(path) ?? []).slice(0, RECENT_MAX);
}

export function pathOf({ family, id }: RecentRecord): string {
  return `/${family}/${id}`;
}

function recordAt(path: string): RecentRecord | undefined {
  const [, name, id] = PAGE.exec(path.toLowerCase()) ?? [];
  const family = FAMILIES.find((each) => each === name);
  return family && id !== undefined ? { family, id } : undefined;
}
