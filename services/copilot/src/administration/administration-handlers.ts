import { invalidInput } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import type { CopilotAdministrationService, SelectedUsers } from '@svc/proto/copilot/v1/copilot_administration_service';
import type { Rotation } from '../rotation/rotation.js';
import type { SecretBox } from '../sealing/secret-box.js';
import { countLearning, listProviderConfigs, listUsageTotals, listUserUsage } from './administration-repo.js';
import { readRotation } from './read-rotation.js';

/** Number of days in an overview. */
const OVERVIEW_DAYS = 7;
/** Days of use that are listed by default. */
const LISTED_DAYS = 30;
/** Maximum days between the first and the last day of a range. */
const RANGE_DAYS_MAX = 365;
const USERS_MAX = 1_000;

export interface AdministrationParts {
  readonly pool: Pool;
  /** IANA zone of the days by which turns are counted. */
  readonly timeZone: string;
  readonly now: () => Date;
  readonly consentVersion: string;
  /** Rotation of the installation's models. */
  readonly rotation: Rotation;
  /** Undefined when the installation has no encryption key. */
  readonly box: SecretBox | undefined;
}

/** The copilot's state for administrators. */
export function administrationHandlers(
  parts: AdministrationParts,
): ServiceHandlers<typeof CopilotAdministrationService> {
  const { pool, timeZone, now, consentVersion, rotation, box } = parts;
  const keyIds = [box?.keyId, box?.oldKeyId].filter((id) => id !== undefined);
  return {
    getUsageTotals: async () => ({
      days: await listUsageTotals(pool, localDay(now(), timeZone), OVERVIEW_DAYS),
    }),
    listUserUsage: async ({ only, ...request }) => {
      const to = request.to ?? localDay(now(), timeZone);
      const from = request.from ?? addDays(to, 1 - LISTED_DAYS);
      if (to < from || to > addDays(from, RANGE_DAYS_MAX)) {
        throw invalidInput('to', `must be from \`from\` to ${RANGE_DAYS_MAX} days after it.`);
      }
      const filter = { from, to, userIds: selected(only) };
      const { rows, total } = await listUserUsage(pool, filter, pageOf(request));
      return { users: rows, totalSize: total };
    },
    listProviderConfigs: async ({ only, ...request }) => {
      const filter = { userIds: selected(only), consentVersion, keyIds };
      const { rows, total } = await listProviderConfigs(pool, filter, pageOf(request));
      return { configs: rows, totalSize: total };
    },
    getRotation: () => readRotation(pool, rotation),
    getLearningTotals: () => countLearning(pool, consentVersion),
  };
}

/** Null for all users. */
function selected(only: SelectedUsers | null | undefined): readonly string[] | null {
  if (!only) return null;
  if (only.userIds.length > USERS_MAX) throw invalidInput('userIds', `must be at most ${USERS_MAX}.`);
  return only.userIds;
}
