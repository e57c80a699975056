import { type Dashboard, quantile, rate, type Row } from './dashboard.ts';

const REQUESTS = 'http_server_request_duration_seconds';
const OF_GATEWAY = 'job="$namespace/gateway"';
const OF_ALL = 'job=~"$namespace/.+"';
const FAILED = 'http_response_status_code=~"5.."';

const ANSWERS: Row = {
  title: 'User experience',
  panels: [
    {
      title: 'Requests by status class',
      description: 'Responses of the gateway to the dashboard, agents and public pages.',
      unit: 'reqps',
      queries: [
        {
          expr: `sum by (class) (label_replace(rate(${REQUESTS}_count{${OF_GATEWAY}}[$__rate_interval]), "class", "\${1}xx", "http_response_status_code", "(.).."))`,
          legend: '{{class}}',
        },
      ],
    },
    {
      title: '5xx rate',
      description: 'The alert GatewayErrorBudgetBurn allows one in a thousand over a month.',
      unit: 'percentunit',
      queries: [
        {
          expr: `${rate(`${REQUESTS}_count`, `${OF_GATEWAY}, ${FAILED}`)} / ${rate(`${REQUESTS}_count`, OF_GATEWAY)}`,
          legend: '5xx',
        },
      ],
    },
    {
      title: 'Request latency',
      description: 'Percentiles of all operations. Captures and uploads can take many seconds.',
      unit: 's',
      queries: [0.5, 0.9, 0.99].map((share) => {
        return { expr: quantile(share, REQUESTS, OF_GATEWAY), legend: `p${share * 100}` };
      }),
    },
    {
      title: 'Slowest operations',
      description: '99th percentile by operation.',
      unit: 's',
      queries: [
        {
          expr: `topk(10, ${quantile(0.99, REQUESTS, `${OF_GATEWAY}, svc_operation!=""`, ['svc_operation'])})`,
          legend: '{{svc_operation}}',
        },
      ],
    },
    {
      title: 'Failing operations',
      description: '5xx responses by operation. If many fail at once, check what they share: a service, the database.',
      unit: 'reqps',
      queries: [
        {
          expr: rate(`${REQUESTS}_count`, `${OF_GATEWAY}, ${FAILED}`, ['svc_operation', 'http_response_status_code']),
          legend: '{{svc_operation}} {{http_response_status_code}}',
        },
      ],
    },
    {
      title: 'Sign-ins by status',
      description: '401: wrong passwords; 429: too many attempts; 5xx: faults of the product.',
      unit: 'reqps',
      queries: [
        {
          expr: rate(`${REQUESTS}_count`, `${OF_GATEWAY}, svc_operation="auth.sign_in"`, ['http_response_status_code']),
          legend: '{{http_response_status_code}}',
        },
      ],
    },
  ],
};

const CALLS: Row = {
  title: 'Calls between processes',
  panels: [
    {
      title: 'Failed calls by service',
      description: 'UNAVAILABLE and TIMEOUT point to a failing service; with other codes, the service works.',
      unit: 'reqps',
      queries: [
        {
          expr: rate('rpc_client_call_duration_seconds_count', `${OF_ALL}, error_type!=""`, [
            'server_address',
            'error_type',
          ]),
          legend: '{{server_address}} {{error_type}}',
        },
      ],
    },
    {
      title: 'Server latency',
      description: '99th percentile, measured by the service.',
      unit: 's',
      queries: [{ expr: quantile(0.99, 'rpc_server_call_duration_seconds', OF_ALL, ['job']), legend: '{{job}}' }],
    },
    {
      title: 'Client latency',
      description:
        '99th percentile, measured by the caller. If far above server latency, calls wait for CPU or a connection.',
      unit: 's',
      queries: [
        {
          expr: quantile(0.99, 'rpc_client_call_duration_seconds', OF_ALL, ['server_address']),
          legend: '{{server_address}}',
        },
      ],
    },
  ],
};

const PROCESSES: Row = {
  title: 'Processes',
  panels: [
    {
      title: 'Event loop delay',
      description: '99th percentile; 0.1 s for ten minutes is too much.',
      unit: 's',
      queries: [{ expr: `nodejs_eventloop_delay_p99_seconds{${OF_ALL}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Event loop utilization',
      description: 'At 80 % a process is saturated: add replicas.',
      unit: 'percentunit',
      queries: [{ expr: `nodejs_eventloop_utilization_ratio{${OF_ALL}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Heap used',
      description: 'Growth over days is a leak.',
      unit: 'bytes',
      queries: [{ expr: `sum by (instance) (v8js_memory_heap_used_bytes{${OF_ALL}})`, legend: '{{instance}}' }],
    },
    {
      title: 'GC time',
      description: 'Share of time spent in garbage collection; 10 % is too much.',
      unit: 'percentunit',
      queries: [{ expr: rate('v8js_gc_duration_seconds_sum', OF_ALL, ['instance']), legend: '{{instance}}' }],
    },
  ],
};

const WAITING: Row = {
  title: 'Queues',
  panels: [
    {
      title: 'Queued messages',
      description: 'Messages to other services, by sender, destination and topic.',
      unit: 'short',
      queries: [
        {
          expr: `max by (job, svc_outbox_destination, svc_outbox_topic) (svc_outbox_messages{${OF_ALL}})`,
          legend: '{{job}} to {{svc_outbox_destination}}: {{svc_outbox_topic}}',
        },
      ],
    },
    {
      title: 'Oldest queued message',
      description: 'Purges, ended memberships and disabled accounts are resent after five minutes by design.',
      unit: 's',
      queries: [
        {
          expr: `max by (job, svc_outbox_destination, svc_outbox_topic) (svc_outbox_oldest_message_age_seconds{${OF_ALL}})`,
          legend: '{{job}} to {{svc_outbox_destination}}: {{svc_outbox_topic}}',
        },
      ],
    },
    {
      title: 'Repeatedly failing messages',
      description: 'Messages that have failed ten times or more.',
      unit: 'short',
      queries: [
        {
          expr: `max by (job, svc_outbox_destination, svc_outbox_topic) (svc_outbox_messages_poisoned{${OF_ALL}})`,
          legend: '{{job}} to {{svc_outbox_destination}}: {{svc_outbox_topic}}',
        },
      ],
    },
    {
      title: 'Queued captures',
      description:
        'From twenty on, only users without a queued capture may add one. A capture fails after 30 s in the queue.',
      unit: 'short',
      queries: [{ expr: `max(svc_captures_waiting{${OF_ALL}})`, legend: 'captures' }],
    },
    {
      title: 'Oldest queued capture',
      description: 'Above a few seconds, add replicas of screenshot.',
      unit: 's',
      queries: [{ expr: `max(svc_captures_oldest_waiting_age_seconds{${OF_ALL}})`, legend: 'oldest' }],
    },
    {
      title: 'Image uploads',
      description: 'Refused uploads found no free memory or thread.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_images_bodies_total', OF_ALL, ['job', 'svc_images_admission']),
          legend: '{{job}} {{svc_images_admission}}',
        },
      ],
    },
  ],
};

export const PRODUCT: Dashboard = { uid: 'product', title: 'product', rows: [ANSWERS, CALLS, WAITING, PROCESSES] };
