import { quantile, rate, type Dashboard, type Row } from './dashboard.ts';

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
      description: 'One in a thousand over a month is what the alert GatewayErrorBudgetBurn allows.',
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
      description: 'Captures and uploads may take many seconds; see the slowest operations beside it.',
      unit: 's',
      queries: [0.5, 0.9, 0.99].map((share) => {
        return { expr: quantile(share, REQUESTS, OF_GATEWAY), legend: `${share * 100} of 100 requests` };
      }),
    },
    {
      title: 'Slowest operations',
      description: 'The time below which 99 of 100 requests of an operation are answered.',
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
      description: 'Where many fail at once, look at what they share: a service, the database.',
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
      description: 'Wrong passwords are 401, too many tries 429; what is ours is 5xx.',
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
      description: 'UNAVAILABLE and TIMEOUT name the service that is missing; the rest is what callers asked for.',
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
      description: 'The time below which 99 of 100 calls are answered, as the service sees it.',
      unit: 's',
      queries: [{ expr: quantile(0.99, 'rpc_server_call_duration_seconds', OF_ALL, ['job']), legend: '{{job}}' }],
    },
    {
      title: 'How long callers wait',
      description: 'Far more than the service takes: calls wait in between, for a processor or for a connection.',
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
      description:
        'One request in a hundred waits so long for others of its process; 0.1 s for ten minutes is too much.',
      unit: 's',
      queries: [{ expr: `nodejs_eventloop_delay_p99_seconds{${OF_ALL}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Event loop in use',
      description: 'At 0.8 a process has no more to give: add replicas.',
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
      description: 'Purges, ends of memberships and disabled accounts are told again after five minutes on purpose.',
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
      description: 'Twenty wait at most; what waits for half a minute fails.',
      unit: 'short',
      queries: [{ expr: `max(svc_captures_waiting{${OF_ALL}})`, legend: 'captures' }],
    },
    {
      title: 'Oldest capture that waits',
      description: 'More than a few seconds: more replicas of screenshot.',
      unit: 's',
      queries: [{ expr: `max(svc_captures_oldest_waiting_age_seconds{${OF_ALL}})`, legend: 'oldest' }],
    },
    {
      title: 'Pictures that come',
      description: 'Refused ones found neither memory nor a thread.',
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
