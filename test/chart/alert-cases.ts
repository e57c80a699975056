/** For each alert, series that must fire it and series that must not. */

type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly alert: string;
  /** Evaluation time. */
  readonly at: string;
  readonly firing: Series;
  /** Labels of the firing alert, in addition to the rule's. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly quiet: Series;
}

const REQUESTS = 'http_server_request_duration_seconds';
const request = (status: number, operation = 'deals.list', suffix = 'count', job = 'shop/gateway'): string =>
  `${REQUESTS}_${suffix}{job="${job}", instance="a", svc_operation="${operation}", http_response_status_code="${status}"}`;
const within = (le: string, operation: string): string =>
  `${REQUESTS}_bucket{job="shop/gateway", svc_operation="${operation}", http_response_status_code="200", le="${le}"}`;
const of = (metric: string, job: string, labels: Series = {}): string => {
  const all = { job: `shop/${job}`, instance: 'a', ...labels };
  return `${metric}{${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;
};
const redirect = (outcome: string, metric = 'svc_redirects_total'): string =>
  of(metric, 'shortener', { svc_redirect_outcome: outcome });
const kube = (metric: string, labels: Series): string =>
  `${metric}{${Object.entries({ namespace: 'shop', ...labels })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;
/** Wanted and available pods of a deployment. */
const replicas = (deployment: string, wanted: string, available: string): Series => ({
  [kube('kube_deployment_spec_replicas', { deployment })]: wanted,
  [kube('kube_deployment_status_replicas_available', { deployment })]: available,
});

const pool = { db_client_connection_pool_name: 'deal' };
const queue = { svc_outbox_destination: 'viewcheck', svc_outbox_topic: 'purge_deal' };
const loop = (job: string): string => of('nodejs_eventloop_utilization_ratio', job);
const part = (name: string, job: string): string => of('svc_part_up', job, { svc_part_name: name });
const ended = (outcome: string): string =>
  of('svc_captures_ended_total', 'screenshot', { svc_capture_outcome: outcome });
const refused = (refusal: string): string =>
  of('svc_captures_refused_total', 'screenshot', { svc_capture_refusal: refusal });
const turns = (outcome: string): string => of('svc_copilot_turns_total', 'copilot', { svc_copilot_outcome: outcome });
const modelCalls = (labels: Series): string =>
  of('gen_ai_client_operation_duration_seconds_count', 'copilot', { gen_ai_request_model: 'model-a', ...labels });
const cooldowns = (fault: string): string => of('svc_copilot_cooldowns_total', 'copilot', { svc_copilot_fault: fault });
const bodies = (admission: string): string =>
  of('svc_images_bodies_total', 'shortener', { svc_images_admission: admission });
const late = (job: string): string => of('svc_assertions_late_total', job, { svc_assertion_problem: 'expired' });
const stored = (labels: Series): string =>
  of('svc_objects_operation_duration_seconds_count', 'shortener', { svc_objects_operation: 'put', ...labels });

export const ALERT_CASES: readonly AlertCase[] = [
  // Short windows: every request fails, for a few minutes.
  {
    alert: 'GatewayErrorBudgetBurn',
    at: '65m',
    firing: { [request(200)]: '0+600x40 24000+300x30', [request(503)]: '0x40 0+300x30' },
    quiet: { [request(200)]: '0+1000x70', [request(404)]: '0+300x70', [request(503)]: '0x10 0+1x60' },
  },
  // Long windows: a few requests fail, for hours.
  {
    alert: 'GatewayErrorBudgetBurn',
    at: '370m',
    firing: { [request(200)]: '0+990x400', [request(500)]: '0+10x400' },
    quiet: { [request(200)]: '0+1x400', [request(500)]: '0x368 1+1x30' },
  },
  {
    alert: 'SignInsFail',
    at: '20m',
    firing: { [request(200, 'auth.sign_in')]: '0+9x30', [request(503, 'auth.sign_in')]: '0+1x30' },
    quiet: { [request(401, 'auth.sign_in')]: '0+9x30', [request(503, 'deals.list')]: '0+9x30' },
  },
  {
    alert: 'GatewaySlow',
    at: '30m',
    firing: { [within('1', 'deals.list')]: '0+95x40', [request(200)]: '0+100x40' },
    quiet: {
      [within('1', 'deals.list')]: '0+100x40',
      [request(200)]: '0+100x40',
      [within('1', 'screenshots.capture')]: '0x40',
      [request(200, 'screenshots.capture')]: '0+100x40',
      [within('1', 'copilot.send_message')]: '0x40',
      [request(200, 'copilot.send_message')]: '0+100x40',
      [within('1', 'copilot.follow_turn')]: '0x40',
      [request(200, 'copilot.follow_turn')]: '0+100x40',
    },
  },
  {
    alert: 'CallersWaitForPool',
    at: '20m',
    firing: { [of('db_client_connection_pending_requests', 'deal', pool)]: '0x5 3x20' },
    labels: { job: 'shop/deal', ...pool },
    quiet: { [of('db_client_connection_pending_requests', 'deal', pool)]: '0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0' },
  },
  {
    alert: 'CallersWaitForPool',
    at: '20m',
    firing: { [of('db_client_connection_timeouts_total', 'deal', pool)]: '0x5 0+2x20' },
    labels: { job: 'shop/deal', ...pool },
    quiet: { [of('db_client_connection_timeouts_total', 'deal', pool)]: '7x30' },
  },
  {
    alert: 'EventLoopBlocked',
    at: '20m',
    firing: { [of('nodejs_eventloop_delay_p99_seconds', 'deal')]: '0.2x30' },
    labels: { job: 'shop/deal', instance: 'a' },
    quiet: { [of('nodejs_eventloop_delay_p99_seconds', 'deal')]: '0.02x14 0.5x2 0.02x10' },
  },
  {
    alert: 'OutboxStuck',
    at: '40m',
    firing: { [of('svc_outbox_oldest_message_age_seconds', 'deal', queue)]: '0+60x60' },
    labels: { job: 'shop/deal', ...queue },
    quiet: { [of('svc_outbox_oldest_message_age_seconds', 'deal', queue)]: '300x60' },
  },
  {
    alert: 'MetricsMissing',
    at: '30m',
    firing: { [loop('gateway')]: '0.1x10 _x30', [loop('shortener')]: '0.1x40' },
    labels: { job: 'shop/gateway' },
    quiet: { [loop('gateway')]: '0.1x22 _x5 0.1x20', [loop('shortener')]: '0.1x40' },
  },
  {
    alert: 'RedirectErrorBudgetBurn',
    at: '65m',
    firing: { [redirect('redirected')]: '0+600x40 24000+300x30', [redirect('unavailable')]: '0x40 0+300x30' },
    quiet: {
      [redirect('redirected')]: '0+600x70',
      [redirect('unknown')]: '0+600x70',
      [redirect('unavailable')]: '0x70',
    },
  },
  {
    alert: 'RedirectsSlow',
    at: '30m',
    firing: { [redirect('redirected')]: '0+100x40', [redirect('redirected', 'svc_redirects_slow_total')]: '0+5x40' },
    quiet: { [redirect('redirected')]: '0+1000x40', [redirect('redirected', 'svc_redirects_slow_total')]: '0+5x40' },
  },
  {
    alert: 'ListenerDeaf',
    at: '15m',
    firing: { [of('svc_listener_deaf', 'shortener', { svc_listener_channel: 'short_links' })]: '1x30' },
    labels: { job: 'shop/shortener', svc_listener_channel: 'short_links' },
    quiet: { [of('svc_listener_deaf', 'shortener', { svc_listener_channel: 'short_links' })]: '0x8 1x2 0x20' },
  },
  {
    alert: 'ClicksLate',
    at: '20m',
    firing: { [of('svc_clicks_stream_lag_seconds', 'click-consumer')]: '0+60x30' },
    quiet: {
      [of('svc_clicks_stream_lag_seconds', 'click-consumer')]: '2x30',
      [of('svc_clicks_kept', 'shortener')]: '500x30',
    },
  },
  {
    alert: 'ClicksLate',
    at: '20m',
    firing: { [of('svc_clicks_kept', 'shortener')]: '0+5000x30' },
    quiet: { [of('svc_clicks_kept', 'shortener')]: '0x10 20000 0x20' },
  },
  {
    alert: 'ClicksRejected',
    at: '10m',
    firing: { [of('svc_clicks_stream_rejected', 'click-consumer')]: '1x30' },
    quiet: { [of('svc_clicks_stream_rejected', 'click-consumer')]: '0x30' },
  },
  {
    alert: 'DatabaseAway',
    at: '10m',
    firing: { [part('database', 'deal')]: '1x5 0x30' },
    labels: { job: 'shop/deal' },
    // The alert is about the database, not about a single replica.
    quiet: { [part('database', 'deal')]: '0x30', [part('database', 'deal').replace('"a"', '"b"')]: '1x30' },
  },
  {
    alert: 'RedisAway',
    at: '15m',
    firing: { [part('redis', 'identity')]: '0x30' },
    labels: { job: 'shop/identity' },
    quiet: { [part('redis', 'identity')]: '1x12 0x2 1x20', [part('objects', 'identity')]: '0x30' },
  },
  {
    alert: 'ClocksDiffer',
    at: '20m',
    firing: { [late('deal')]: '0+3x30' },
    labels: { job: 'shop/deal' },
    quiet: { [late('deal')]: '0x10 2x20' },
  },
  {
    alert: 'ObjectStoreAway',
    at: '15m',
    firing: { [part('objects', 'shortener')]: '0x30' },
    labels: { job: 'shop/shortener' },
    quiet: { [part('objects', 'shortener')]: '1x30', [part('redis', 'shortener')]: '0x30' },
  },
  {
    alert: 'ObjectStoreAway',
    at: '20m',
    firing: { [stored({})]: '0+7x30', [stored({ error_type: 'UNAVAILABLE' })]: '0+3x30' },
    labels: { job: 'shop/shortener' },
    quiet: { [stored({})]: '0+99x30', [stored({ error_type: 'UNAVAILABLE' })]: '0+1x30' },
  },
  {
    alert: 'ImagesOfOthers',
    at: '15m',
    firing: { [part('claim', 'screenshot')]: '0x30' },
    labels: { job: 'shop/screenshot' },
    quiet: { [part('claim', 'screenshot')]: '1x30', [part('objects', 'screenshot')]: '1x30' },
  },
  {
    alert: 'ImagesRefused',
    at: '20m',
    firing: { [bodies('admitted')]: '0+9x30', [bodies('refused')]: '0+3x30' },
    labels: { job: 'shop/shortener' },
    quiet: { [bodies('admitted')]: '0+99x30', [bodies('refused')]: '0x10 2x20' },
  },
  {
    alert: 'MailAway',
    at: '20m',
    firing: { [part('mail', 'identity')]: '0x30' },
    labels: { job: 'shop/identity' },
    quiet: { [part('mail', 'identity')]: '1x15 0x3 1x15' },
  },
  {
    alert: 'BrowserAway',
    at: '20m',
    firing: { [part('browser', 'screenshot')]: '0x30' },
    labels: { job: 'shop/screenshot' },
    quiet: { [part('browser', 'screenshot')]: '1x12 0x5 1x13' },
  },
  {
    alert: 'CapturesRefused',
    at: '20m',
    firing: { [refused('queue_full')]: '0+1x30' },
    quiet: { [refused('queue_full')]: '5x30', [refused('too_many_of_user')]: '0+9x30' },
  },
  {
    alert: 'CapturesRefused',
    at: '20m',
    firing: { [refused('no_browser')]: '0+1x30' },
    quiet: { [refused('no_browser')]: '0x30' },
  },
  {
    alert: 'CapturesFail',
    at: '40m',
    firing: { [ended('captured')]: '0+1x60', [ended('browser_crash')]: '0+2x60' },
    // Pages that refuse a capture do not count as our faults, and three captures are too few to judge.
    quiet: { [ended('captured')]: '0x60', [ended('login_wall')]: '0+9x60', [ended('timeout')]: '0x30 2x30' },
  },
  {
    alert: 'CopilotPoolExhausted',
    at: '25m',
    firing: { [of('svc_copilot_models_available', 'copilot')]: '2x5 0x30' },
    // A model that recovers within minutes, and replicas that disagree.
    quiet: {
      [of('svc_copilot_models_available', 'copilot')]: '0x30',
      [of('svc_copilot_models_available', 'copilot').replace('"a"', '"b"')]: '0x8 1x2 0x2 1x20',
      [turns('FREE_POOL_EXHAUSTED')]: '0x10 2x20',
    },
  },
  {
    alert: 'CopilotPoolExhausted',
    at: '40m',
    firing: { [of('svc_copilot_models_available', 'copilot')]: '1x50', [turns('FREE_POOL_EXHAUSTED')]: '0+1x50' },
    quiet: { [turns('PROVIDER_UNAVAILABLE')]: '0+1x50' },
  },
  {
    alert: 'ModelsFail',
    at: '45m',
    firing: { [modelCalls({})]: '0+1x60', [modelCalls({ error_type: 'upstream' })]: '0+2x60' },
    // Stopped answers and users' own providers are not faults, and three calls are too few to judge.
    quiet: {
      [modelCalls({})]: '0+1x60',
      [modelCalls({ error_type: 'stopped' })]: '0+9x60',
      [modelCalls({ gen_ai_request_model: 'own', error_type: 'auth' })]: '0+9x60',
    },
  },
  {
    alert: 'ModelsFail',
    at: '45m',
    firing: { [cooldowns('auth')]: '0x20 1x40' },
    quiet: { [cooldowns('rate_model')]: '0+3x60', [modelCalls({ error_type: 'timeout' })]: '0x30 3x30' },
  },
  {
    alert: 'CopilotTurnsFail',
    at: '45m',
    firing: { [turns('completed')]: '0+1x60', [turns('PROVIDER_UNAVAILABLE')]: '0+2x60' },
    quiet: {
      [turns('completed')]: '0+1x60',
      [turns('stopped')]: '0+9x60',
      [turns('BYOK_KEY_REJECTED')]: '0+9x60',
      [turns('CONTEXT_TOO_LONG')]: '0+9x60',
    },
  },
  {
    alert: 'CopilotTurnsFail',
    at: '45m',
    firing: { [turns('SERVER_RESTARTED')]: '0+1x60' },
    quiet: { [turns('SERVER_RESTARTED')]: '0x30 3x30' },
  },
  {
    alert: 'ReplicaMissing',
    at: '30m',
    firing: replicas('demo-dealbridge-deal', '2x40', '2x5 1x40'),
    labels: { deployment: 'demo-dealbridge-deal' },
    quiet: {
      ...replicas('demo-dealbridge-deal', '2x40', '2x22 1x4 2x20'),
      ...replicas('of-somebody-else', '2x40', '0x40'),
    },
  },
  {
    alert: 'LastReplicaMissing',
    at: '12m',
    firing: replicas('demo-dealbridge-gateway', '2x20', '2x5 0x15'),
    labels: { deployment: 'demo-dealbridge-gateway' },
    // One replica is still available, or none is wanted.
    quiet: {
      ...replicas('demo-dealbridge-gateway', '2x20', '2x5 1x15'),
      ...replicas('demo-dealbridge-screenshot', '0x20', '0x20'),
    },
  },
  {
    alert: 'PodsRestart',
    at: '35m',
    firing: {
      [kube('kube_pod_container_status_restarts_total', { pod: 'demo-dealbridge-deal-1', container: 'deal' })]:
        '0x10 1x5 2x5 3x5 4x20',
    },
    labels: { pod: 'demo-dealbridge-deal-1', container: 'deal' },
    quiet: {
      [kube('kube_pod_container_status_restarts_total', { pod: 'demo-dealbridge-deal-1', container: 'deal' })]:
        '4x20 5x30',
    },
  },
  {
    alert: 'MigrationFailed',
    at: '5m',
    firing: {
      [kube('kube_job_failed', { job_name: 'demo-dealbridge-migrate-deal', condition: 'true' })]: '0x2 1x10',
    },
    labels: { job_name: 'demo-dealbridge-migrate-deal', condition: 'true' },
    quiet: {
      [kube('kube_job_failed', { job_name: 'demo-dealbridge-migrate-deal', condition: 'true' })]: '0x10',
      [kube('kube_job_failed', { job_name: 'somebody-elses', condition: 'true' })]: '1x10',
    },
  },
];
