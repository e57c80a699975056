import type { Activity as StoredActivity } from '@svc/proto/deal/v1/deal_service';

/** Maps an activity to the public API, including the agent's call. */
export function answeredActivity(activity: StoredActivity) {
  const { agent = null, operation, requestId, tier } = activity;
  const agentSource = agent?.source ?? null;
  return { ...activity, agentSource, agent: agent && { ...agent, operation, requestId, tier } };
}
