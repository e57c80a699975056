import type { Activity as StoredActivity } from '@svc/proto/deal/v1/deal_service';

/** Activity as the public API answers it: an agent's share of a line says all of its call. */
export function answeredActivity(activity: StoredActivity) {
  const { agent = null, operation, requestId, tier } = activity;
  const agentSource = agent?.source ?? null;
  return { ...activity, agentSource, agent: agent && { ...agent, operation, requestId, tier } };
}
