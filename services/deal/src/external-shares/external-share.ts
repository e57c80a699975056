import { AppError, invalidInput } from '@svc/chassis/errors/app-error';
import { externalFields } from '../visibility/redaction.js';

/** What can be shared with people outside. */
export type ExternalEntity = 'deal' | 'contact' | 'influencer';

const ENTITIES: readonly string[] = ['deal', 'contact', 'influencer'] satisfies readonly ExternalEntity[];

/** Parts of a deal's page beside its own fields; all are shown by default. */
const DEAL_PARTS = ['videos', 'readings'] as const;

export interface ExternalShareRow {
  readonly id: string;
  readonly ownerId: string;
  readonly entityType: ExternalEntity;
  readonly entityId: string;
  readonly token: string;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
  readonly maxViews: number | null;
  readonly viewCount: number;
  readonly visibleFields: string[];
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export function readEntity(entityType: string): ExternalEntity {
  if (!ENTITIES.includes(entityType)) throw invalidInput('entityType', `Has to be one of ${ENTITIES.join(', ')}.`);
  return entityType as ExternalEntity;
}

/** The fields and parts to show: those asked for, or the default, which shows no money, no notes and no contact data. */
export function readVisibleFields(entity: ExternalEntity, asked: readonly string[]): string[] {
  const { allowed, byDefault } = externalFields(entity);
  const parts: readonly string[] = entity === 'deal' ? DEAL_PARTS : [];
  if (asked.length === 0) return [...byDefault, ...parts];
  const unknown = asked.find((name) => !allowed.includes(name) && !parts.includes(name));
  if (unknown !== undefined) {
    throw invalidInput(
      'visibleFields',
      `${unknown} cannot be shown. Choose from ${[...allowed, ...parts].join(', ')}.`,
    );
  }
  return [...new Set(asked)];
}

export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidInput('expiresAt', 'Has to be in the future.');
}

/** Throws what a link answers that has ended; `now` is the database's, so that the boundary second is one for all. */
export function checkOpen(
  share: Pick<ExternalShareRow, 'isActive' | 'expiresAt' | 'maxViews' | 'viewCount'>,
  now: Date,
): void {
  if (!share.isActive) throw ended('SHARE_INACTIVE', 'This link has been switched off.');
  if (share.expiresAt !== null && share.expiresAt <= now) throw ended('SHARE_EXPIRED', 'This link has expired.');
  if (share.maxViews !== null && share.viewCount >= share.maxViews) throw exhausted();
}

export function exhausted(): AppError {
  return ended('SHARE_EXHAUSTED', 'This link has been opened as often as it may be.');
}

function ended(code: string, message: string): AppError {
  return new AppError('gone', code, `${message} Ask whoever sent it for a new one.`);
}
