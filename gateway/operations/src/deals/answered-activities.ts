import { optionalPart } from '@svc/chassis/grpc/optional-part';
import type { Activity as StoredActivity, ReadingState } from '@svc/proto/deal/v1/deal_service';
import type { OperationContext } from '../run/operation-context.js';
import { shownReference } from '../schemas/view-log.js';

/** Maps activities to the public API, each with the agent's call and the screenshots that the caller may see. */
export async function answeredActivities(context: OperationContext, activities: readonly StoredActivity[]) {
  const states = activities.flatMap(({ reading }) => [reading?.before, reading?.after]);
  const screenshotIds = [...new Set(states.flatMap((state) => state?.screenshotId ?? []))];
  const found = screenshotIds.length === 0 ? { proofs: [] } : await findProofs(context, screenshotIds);
  const byId = new Map(found?.proofs.map((proof) => [proof.screenshotId, shownReference(context, proof)]));
  const shownState = (state: ReadingState | null | undefined) =>
    state && { ...state, screenshot: byId.get(state.screenshotId ?? '') ?? null };
  const items = activities.map(({ reading, ...activity }) => ({
    ...withAgent(activity),
    reading: reading && { ...reading, before: shownState(reading.before), after: shownState(reading.after) },
  }));
  return { items, ...(found ? {} : { degraded: ['screenshots'] }) };
}

function findProofs({ clients }: OperationContext, screenshotIds: string[]) {
  return optionalPart((quickly) => quickly(() => clients.proofs.listProofs({ screenshotIds, videoIds: [] })));
}

function withAgent<Stored extends Omit<StoredActivity, 'reading'>>(activity: Stored) {
  const { agent = null, operation, requestId, tier } = activity;
  return { ...activity, agentSource: agent?.source ?? null, agent: agent && { ...agent, operation, requestId, tier } };
}
