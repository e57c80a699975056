import { type Dashboard, quantile, rate } from './dashboard.ts';

const OF_SHORTENER = 'job="$namespace/shortener"';
const OF_CONSUMER = 'job="$namespace/click-consumer"';
const ALL = rate('svc_redirects_total', OF_SHORTENER);

export const SHORT_LINKS: Dashboard = {
  uid: 'short-links',
  title: 'short links and clicks',
  rows: [
    {
      title: 'What visitors get',
      panels: [
        {
          title: 'Visits',
          description: 'By outcome; many unknown visits mean that someone is guessing.',
          unit: 'reqps',
          queries: [
            {
              expr: rate('svc_redirects_total', OF_SHORTENER, ['svc_redirect_outcome']),
              legend: '{{svc_redirect_outcome}}',
            },
          ],
        },
        {
          title: 'Share that found no answer',
          description: 'The alert RedirectErrorBudgetBurn allows one in a thousand over a month.',
          unit: 'percentunit',
          queries: [
            {
              expr: `${rate('svc_redirects_total', `${OF_SHORTENER}, svc_redirect_outcome="unavailable"`)} / ${ALL}`,
              legend: 'unavailable',
            },
          ],
        },
        {
          title: 'Share that opened late',
          description: 'Looking up the link took 250 ms or longer.',
          unit: 'percentunit',
          queries: [{ expr: `${rate('svc_redirects_slow_total', OF_SHORTENER)} / ${ALL}`, legend: 'slow' }],
        },
        {
          title: 'Links that the process knew',
          description: 'Other links are looked up in Redis, then in Postgres.',
          unit: 'percentunit',
          queries: [
            {
              expr: `${rate('svc_link_cache_lookups_total', `${OF_SHORTENER}, svc_link_cache_result="hit"`, ['instance'])} / ${rate('svc_link_cache_lookups_total', OF_SHORTENER, ['instance'])}`,
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Event loop in use',
          description: 'At 0.8 a process is saturated; the autoscaler adds replicas earlier.',
          unit: 'percentunit',
          queries: [{ expr: `nodejs_eventloop_utilization_ratio{${OF_SHORTENER}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Requests beside visits',
          description: 'Requests of agents, guests and the gateway to the short-link host.',
          unit: 'reqps',
          queries: [
            {
              expr: rate('http_server_request_duration_seconds_count', OF_SHORTENER, [
                'svc_operation',
                'http_response_status_code',
              ]),
              legend: '{{svc_operation}} {{http_response_status_code}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Clicks on their way',
      panels: [
        {
          title: 'Oldest clicks that are not stored',
          description: 'Usually under a second. Every replica reports the same stream.',
          unit: 's',
          queries: [{ expr: `max(svc_clicks_stream_lag_seconds{${OF_CONSUMER}})`, legend: 'in Redis' }],
        },
        {
          title: 'From click to row',
          description: 'The first click of each batch.',
          unit: 's',
          queries: [0.5, 0.99].map((share) => {
            return {
              expr: quantile(share, 'svc_clicks_delay_seconds', 'job=~"$namespace/.+"'),
              legend: `${share * 100} of 100 batches`,
            };
          }),
        },
        {
          title: 'Batches in Redis',
          description: 'A consumer is processing pending batches.',
          unit: 'short',
          queries: [
            { expr: `max(svc_clicks_stream_length{${OF_CONSUMER}})`, legend: 'all' },
            { expr: `max(svc_clicks_stream_pending{${OF_CONSUMER}})`, legend: 'pending' },
          ],
        },
        {
          title: 'Clicks in the memory of processes',
          description: 'Lost if the process is killed; many mean that neither Redis nor Postgres accepts them.',
          unit: 'short',
          queries: [{ expr: `svc_clicks_kept{${OF_SHORTENER}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Batches that were set aside',
          description: 'Batches that could not be read or stored. Should be 0.',
          unit: 'short',
          queries: [{ expr: `max(svc_clicks_stream_rejected{${OF_CONSUMER}})`, legend: 'rejected' }],
        },
        {
          title: 'Channels that are not heard',
          description: 'While notifications of changes are missing, each link is re-read after a second.',
          unit: 'bool_yes_no',
          queries: [{ expr: `svc_listener_deaf{${OF_SHORTENER}}`, legend: '{{instance}} {{svc_listener_channel}}' }],
        },
      ],
    },
  ],
};
