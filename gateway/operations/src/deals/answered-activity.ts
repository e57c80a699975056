import type { Activity as StoredActivity } from '@svc/proto/deal/v1/deal_service';

/** Activity as the public API returns it, with the call of an agent. */
export function answeredActivity(activity: StoredActivity) {
  const { agent = null, operation, requestId, tier } = activity;
  const agentSource = agent?.source ?? null;
  return { ...activity, agentSource, agent: agent && { ...agent, operation, requestId, tier } };
}
