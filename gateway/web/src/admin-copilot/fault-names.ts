const FAULT_NAMES: Readonly<Record<string, string>> = {
  rate_model: "Model's rate limit",
  rate_lane: "Provider's rate limit",
  quota_lane: 'Quota used up',
  credit: 'No credit left',
  auth: 'Key refused',
  gone: 'Model not found',
  timeout: 'No answer in time',
  upstream: 'Provider error',
  malformed: 'Unreadable answer',
  network: 'Connection failed',
  bad_tools: 'Wrong tool call',
  moderation: 'Blocked by the provider',
  context: 'Too long for the model',
  request: 'Request refused',
};

/** Why a model failed, in words. */
export function faultName(fault: string): string {
  return FAULT_NAMES[fault] ?? fault;
}
