import { invalidInput, readOneOf } from '@svc/chassis/errors/app-error';
import type { VisibleField } from '@svc/proto/deal/v1/external_share_service';
import { dealError } from '../error-codes.js';
import { externalFields } from '../visibility/visibility-table.js';

/** Kinds of records that an external share can show. */
export type ExternalEntity = 'deal' | 'contact' | 'influencer';

const ENTITIES: readonly ExternalEntity[] = ['deal', 'contact', 'influencer'];

/** Parts of a deal's page besides its own fields, and which of them are shown by default. */
const DEAL_PARTS: readonly string[] = ['videos', 'readings', 'screenshots', 'linkClicks'];
const DEAL_PARTS_BY_DEFAULT: readonly string[] = ['videos', 'readings'];

export interface ExternalShareRow {
  readonly id: string;
  readonly ownerId: string;
  readonly entityType: ExternalEntity;
  readonly entityId: string;
  /** The record's display name; empty when the record is gone. */
  readonly entityTitle: string;
  readonly token: string;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
  readonly maxViews: number | null;
  readonly viewCount: number;
  readonly visibleFields: string[];
  /** Whether the owner has enabled it. */
  readonly isActive: boolean;
  /** Whether an administrator has disabled it, separately or with the owner's account. */
  readonly switchedOffByAdmin: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export function readEntity(entityType: string): ExternalEntity {
  return readOneOf('entityType', entityType, ENTITIES);
}

/**
 * Determines the fields and parts to show: exactly the requested ones, which may be none. Null requests the default, which shows no money, notes and
 * contact data.
 */
export function readVisibleFields(entity: ExternalEntity, asked: readonly string[] | null): string[] {
  if (asked === null) return [...shownByDefault(entity)];
  checkAmong(asked, shownOf(entity));
  return [...new Set(asked)];
}

/** Throws VALIDATION_ERROR for fields that no shareable record has. */
export function checkKnownFields(asked: readonly string[]): void {
  checkAmong(asked, [...new Set(ENTITIES.flatMap(shownOf))]);
}

/** Fields and parts of a record that can be shown. */
function shownOf(entity: ExternalEntity): readonly string[] {
  return [...externalFields(entity).allowed, ...(entity === 'deal' ? DEAL_PARTS : [])];
}

/** Fields and parts that are shown unless the owner chooses. */
function shownByDefault(entity: ExternalEntity): readonly string[] {
  return [...externalFields(entity).byDefault, ...(entity === 'deal' ? DEAL_PARTS_BY_DEFAULT : [])];
}

/** Lists the fields and parts that an owner can choose, with the defaults. */
export function listVisibleFields(entity: ExternalEntity): VisibleField[] {
  const byDefault = new Set(shownByDefault(entity));
  return shownOf(entity).map((key) => ({ key, byDefault: byDefault.has(key) }));
}

function checkAmong(asked: readonly string[], choice: readonly string[]): void {
  const unknown = asked.find((name) => !choice.includes(name));
  if (unknown === undefined) return;
  throw invalidInput('visibleFields', `cannot show ${unknown}. Choose from ${choice.join(', ')}.`);
}

const KIND_TITLES: Readonly<Record<ExternalEntity, string>> = {
  deal: 'Deal',
  contact: 'Contact',
  influencer: 'Influencer',
};

/** Whether visitors who opened the link see data about a deal's videos from another service. */
export function showsPartsOfVideos({ entityType, visibleFields }: ExternalShareRow): boolean {
  return entityType === 'deal' && ['readings', 'screenshots'].some((part) => visibleFields.includes(part));
}

/** The heading: the record's name if visible, else its kind. */
export function titleOf({ entityType, visibleFields }: ExternalShareRow, record: { readonly name: string }): string {
  return visibleFields.includes('name') ? record.name : KIND_TITLES[entityType];
}

/** The heading until the password is entered. */
export function kindTitleOf({ entityType }: ExternalShareRow): string {
  return KIND_TITLES[entityType];
}

export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidInput('expiresAt', 'must be in the future.');
}

/** Tells the owner of a share that an administrator has disabled. */
export const DISABLED_BY_ADMIN =
  'An administrator disabled this link, so only an administrator can enable it again. Ask an administrator of this installation.';

type Ended = 'SHARE_INACTIVE' | 'SHARE_EXPIRED' | 'SHARE_EXHAUSTED';

const ENDED_FOR_VISITORS: Readonly<Record<Ended, string>> = {
  SHARE_INACTIVE: 'This link is disabled. Ask the sender for a new one.',
  SHARE_EXPIRED: 'This link has expired. Ask the sender for a new one.',
  SHARE_EXHAUSTED: 'This link has reached its maximum number of views. Ask the sender for a new one.',
};

const ENDED_FOR_OWNER: Readonly<Record<Ended, string>> = {
  SHARE_INACTIVE: 'Your link is disabled. Enable it to open it again.',
  SHARE_EXPIRED: 'Your link has expired. Change its expiry to open it again.',
  SHARE_EXHAUSTED: 'Your link has reached its maximum number of views. Raise the maximum to open it again.',
};

/** Throws the error of an ended share; `now` is the database's, so that all processes agree on the last second. */
export function checkOpen(
  share: Pick<ExternalShareRow, 'isActive' | 'switchedOffByAdmin' | 'expiresAt' | 'maxViews' | 'viewCount'>,
  now: Date,
  viewer: 'owner' | 'visitor' = 'visitor',
): void {
  const ended = endOf(share, now);
  if (ended === null) return;
  if (viewer === 'visitor') throw dealError(ended, ENDED_FOR_VISITORS[ended]);
  throw dealError(ended, share.switchedOffByAdmin ? DISABLED_BY_ADMIN : ENDED_FOR_OWNER[ended]);
}

function endOf(share: Parameters<typeof checkOpen>[0], now: Date): Ended | null {
  if (!share.isActive || share.switchedOffByAdmin) return 'SHARE_INACTIVE';
  if (share.expiresAt !== null && share.expiresAt <= now) return 'SHARE_EXPIRED';
  return share.maxViews !== null && share.viewCount >= share.maxViews ? 'SHARE_EXHAUSTED' : null;
}
