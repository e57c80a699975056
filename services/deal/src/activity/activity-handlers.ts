import { invalidInput, readOneOf } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { ActivityEntry, ActivityService } from '@svc/proto/deal/v1/activity_service';
import { insertReportedActivities, type ReportedActivity } from './activity-repo.js';

const ENTRIES_MAX = 1_000;

const ACTIONS: readonly string[] = [
  'screenshot.linked',
  'screenshot.unlinked',
  'view_log.added',
  'view_log.corrected',
  'view_log.deleted',
];
const ACTORS: readonly string[] = ['user', 'agent'];
const SOURCES: readonly string[] = ['https', 'mcp', 'copilot'];

/** Changes of deals that other services report. */
export function activityHandlers(pool: Pool): ServiceHandlers<typeof ActivityService> {
  return {
    recordActivity: async ({ entries }) => {
      if (entries.length > ENTRIES_MAX) throw invalidInput('entries', `must have at most ${ENTRIES_MAX} entries.`);
      await insertReportedActivities(pool, entries.map(toActivity));
    },
  };
}

function toActivity({ at, requestId = null, tier = null, ...rest }: ActivityEntry): ReportedActivity {
  const { agent = null, reading = null, ...entry } = rest;
  readOneOf('entries.action', entry.action, ACTIONS);
  readOneOf('entries.actorKind', entry.actorKind, ACTORS);
  if (at === null) throw invalidInput('entries.at', 'is missing.');
  if (agent !== null) readOneOf('entries.agent.source', agent.source, SOURCES);
  return { ...entry, requestId, tier, agent, reading, createdAt: at };
}
