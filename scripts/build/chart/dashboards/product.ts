import { type Dashboard, quantile, rate, type Row } from './dashboard.ts';

const REQUESTS = 'http_server_request_duration_seconds';
const OF_GATEWAY = 'job="$namespace/gateway"';
const OF_ALL = 'job=~"$namespace/.+"';
const FAILED = 'http_response_status_code=~"5.."';

const ANSWERS: Row = {
  title: 'What people get',
  panels: [
    {
      title: 'Requests',
      description: 'Answers of the gateway by status class.',
      unit: 'reqps',
      queries: [
        {
          expr: `sum by (class) (label_replace(rate(${REQUESTS}_count{${OF_GATEWAY}}[$__rate_interval]), "class", "\${1}xx", "http_response_status_code", "(.).."))`,
          legend: '{{class}}',
        },
      ],
    },
    {
      title: 'Share of errors that are ours',
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
      title: 'How long people wait',
      description: 'Captures and uploads can take many seconds; see the slowest operations.',
      unit: 's',
      queries: [0.5, 0.9, 0.99].map((share) => {
        return { expr: quantile(share, REQUESTS, OF_GATEWAY), legend: `${share * 100} of 100 requests` };
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
      title: 'Operations that fail',
      description: 'If many fail at once, check what they share: a service, the database.',
      unit: 'reqps',
      queries: [
        {
          expr: rate(`${REQUESTS}_count`, `${OF_GATEWAY}, ${FAILED}`, ['svc_operation', 'http_response_status_code']),
          legend: '{{svc_operation}} {{http_response_status_code}}',
        },
      ],
    },
    {
      title: 'Signing in',
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
      title: 'Calls that fail, by who is asked',
      description: 'UNAVAILABLE and TIMEOUT point to a failing service; other codes are answers to the caller.',
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
      title: 'How long services take',
      description: '99th percentile, measured by the service.',
      unit: 's',
      queries: [{ expr: quantile(0.99, 'rpc_server_call_duration_seconds', OF_ALL, ['job']), legend: '{{job}}' }],
    },
    {
      title: 'How long callers wait',
      description: 'If far more than the service takes, calls wait for CPU or a connection.',
      unit: 's',
      queries: [
        {
          expr: quantile(0.99, 'rpc_client_call_duration_seconds', OF_ALL, ['server_address']),
          legend: 'for {{server_address}}',
        },
      ],
    },
  ],
};

const PROCESSES: Row = {
  title: 'Processes',
  panels: [
    {
      title: 'Event loop held up',
      description: '99th percentile of event loop delay; 0.1 s for ten minutes is too much.',
      unit: 's',
      queries: [{ expr: `nodejs_eventloop_delay_p99_seconds{${OF_ALL}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Event loop in use',
      description: 'At 0.8 a process is saturated: add replicas.',
      unit: 'percentunit',
      queries: [{ expr: `nodejs_eventloop_utilization_ratio{${OF_ALL}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Heap in use',
      description: 'Growth over days is a leak.',
      unit: 'bytes',
      queries: [{ expr: `sum by (instance) (v8js_memory_heap_used_bytes{${OF_ALL}})`, legend: '{{instance}}' }],
    },
    {
      title: 'Time for collecting garbage',
      description: 'A tenth of the time is too much.',
      unit: 'percentunit',
      queries: [{ expr: rate('v8js_gc_duration_seconds_sum', OF_ALL, ['instance']), legend: '{{instance}}' }],
    },
  ],
};

const WAITING: Row = {
  title: 'Work that waits',
  panels: [
    {
      title: 'Messages to other services',
      description: 'Every replica reports the same table.',
      unit: 'short',
      queries: [
        {
          expr: `max by (job, svc_outbox_destination, svc_outbox_topic) (svc_outbox_messages{${OF_ALL}})`,
          legend: '{{job}} to {{svc_outbox_destination}}: {{svc_outbox_topic}}',
        },
      ],
    },
    {
      title: 'Oldest message',
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
      title: 'Messages that fail again and again',
      description: 'Ten times or more.',
      unit: 'short',
      queries: [
        {
          expr: `max by (job, svc_outbox_destination, svc_outbox_topic) (svc_outbox_messages_poisoned{${OF_ALL}})`,
          legend: '{{job}} to {{svc_outbox_destination}}: {{svc_outbox_topic}}',
        },
      ],
    },
    {
      title: 'Captures that wait',
      description: 'At most twenty wait; a capture fails after 30 s in the queue.',
      unit: 'short',
      queries: [{ expr: `max(svc_captures_waiting{${OF_ALL}})`, legend: 'captures' }],
    },
    {
      title: 'Oldest capture that waits',
      description: 'Above a few seconds, add replicas of screenshot.',
      unit: 's',
      queries: [{ expr: `max(svc_captures_oldest_waiting_age_seconds{${OF_ALL}})`, legend: 'oldest' }],
    },
    {
      title: 'Pictures that come',
      description: 'Refused images found no free memory or thread.',
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
