import { type Dashboard, quantile, rate } from './dashboard.ts';

const OF_SHORTENER = 'job="$namespace/shortener"';
const OF_CONSUMER = 'job="$namespace/click-consumer"';
const ALL = rate('svc_redirects_total', OF_SHORTENER);

export const SHORT_LINKS: Dashboard = {
  uid: 'short-links',
  title: 'short links and clicks',
  rows: [
    {
      title: 'Visitor experience',
      panels: [
        {
          title: 'Visits by outcome',
          description: 'Many unknown visits mean that someone is guessing.',
          unit: 'reqps',
          queries: [
            {
              expr: rate('svc_redirects_total', OF_SHORTENER, ['svc_redirect_outcome']),
              legend: '{{svc_redirect_outcome}}',
            },
          ],
        },
        {
          title: 'Unavailable rate',
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
          title: 'Slow redirect rate',
          description: 'Visits whose link lookup took 250 ms or longer.',
          unit: 'percentunit',
          queries: [{ expr: `${rate('svc_redirects_slow_total', OF_SHORTENER)} / ${ALL}`, legend: 'slow' }],
        },
        {
          title: 'Link cache hit rate',
          description: 'Misses are looked up in Redis, then in Postgres.',
          unit: 'percentunit',
          queries: [
            {
              expr: `${rate('svc_link_cache_lookups_total', `${OF_SHORTENER}, svc_link_cache_result="hit"`, ['instance'])} / ${rate('svc_link_cache_lookups_total', OF_SHORTENER, ['instance'])}`,
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'Event loop utilization',
          description: 'At 80 % a process is saturated; the autoscaler adds replicas earlier.',
          unit: 'percentunit',
          queries: [{ expr: `nodejs_eventloop_utilization_ratio{${OF_SHORTENER}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Other requests',
          description: 'Requests from agents, guests and the gateway to the shortener.',
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
      title: 'Click pipeline',
      panels: [
        {
          title: 'Oldest unstored click',
          description: 'Usually under a second.',
          unit: 's',
          queries: [{ expr: `max(svc_clicks_stream_lag_seconds{${OF_CONSUMER}})`, legend: 'in Redis' }],
        },
        {
          title: 'Click delay',
          description: 'Time from a click to its row in Postgres, for the first click of each batch.',
          unit: 's',
          queries: [0.5, 0.99].map((share) => {
            return {
              expr: quantile(share, 'svc_clicks_delay_seconds', 'job=~"$namespace/.+"'),
              legend: `p${share * 100}`,
            };
          }),
        },
        {
          title: 'Click batches in Redis',
          description: 'Pending batches are being processed by a consumer.',
          unit: 'short',
          queries: [
            { expr: `max(svc_clicks_stream_length{${OF_CONSUMER}})`, legend: 'all' },
            { expr: `max(svc_clicks_stream_pending{${OF_CONSUMER}})`, legend: 'pending' },
          ],
        },
        {
          title: 'Clicks buffered in memory',
          description: 'Lost if the process is killed. Many mean that neither Redis nor Postgres accepts clicks.',
          unit: 'short',
          queries: [{ expr: `svc_clicks_kept{${OF_SHORTENER}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Rejected click batches',
          description: 'Batches that could not be read or stored. Should be 0.',
          unit: 'short',
          queries: [{ expr: `max(svc_clicks_stream_rejected{${OF_CONSUMER}})`, legend: 'rejected' }],
        },
        {
          title: 'Disconnected Postgres listeners',
          description: 'Yes: short links are re-read every second instead of every minute.',
          unit: 'bool_yes_no',
          queries: [{ expr: `svc_listener_deaf{${OF_SHORTENER}}`, legend: '{{instance}} {{svc_listener_channel}}' }],
        },
      ],
    },
  ],
};
