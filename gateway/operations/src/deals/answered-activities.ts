import { optionalPart } from '@svc/chassis/grpc/optional-part';
import type { Activity as StoredActivity, ReadingState } from '@svc/proto/deal/v1/deal_service';
import { connectionNames } from '../agent-connections/connection-names.js';
import type { OperationContext } from '../run/operation-context.js';
import { shownReference } from '../schemas/view-log.js';

/** Maps activities to the public API, each with the agent's call and name, and the screenshots that the caller may see. */
export async function answeredActivities(context: OperationContext, activities: readonly StoredActivity[]) {
  const states = activities.flatMap(({ reading }) => [reading?.before, reading?.after]);
  const screenshotIds = [...new Set(states.flatMap((state) => state?.screenshotId ?? []))];
  const connectionIds = new Set(activities.flatMap(({ agent }) => agent?.connectionId ?? []));
  const [found, names] = await Promise.all([
    screenshotIds.length === 0 ? { proofs: [] } : findProofs(context, screenshotIds),
    connectionNames(context.clients, connectionIds),
  ]);
  const byId = new Map(found?.proofs.map((proof) => [proof.screenshotId, shownReference(context, proof)]));
  const shownState = (state: ReadingState | null | undefined) =>
    state && { ...state, screenshot: byId.get(state.screenshotId ?? '') ?? null };
  const items = activities.map(({ reading, ...activity }) => ({
    ...withAgent(activity, names),
    reading: reading && { ...reading, before: shownState(reading.before), after: shownState(reading.after) },
  }));
  return { items, ...(found ? {} : { degraded: ['screenshots'] }) };
}

function findProofs({ clients }: OperationContext, screenshotIds: string[]) {
  return optionalPart((quickly) => quickly(() => clients.proofs.listProofs({ screenshotIds, videoIds: [] })));
}

function withAgent<Stored extends Omit<StoredActivity, 'reading'>>(
  activity: Stored,
  names: Readonly<Record<string, string>>,
) {
  const { agent: stored = null, operation, requestId, tier } = activity;
  const connectionId = stored?.connectionId ?? null;
  const name = names[connectionId ?? ''] ?? null;
  const agent = stored && { ...stored, connectionId, name, operation, requestId, tier };
  return { ...activity, agentSource: stored?.source ?? null, agent };
}
