import { type Dashboard, quantile, rate } from './dashboard.ts';

const OF_ALL = 'job=~"$namespace/.+"';
const POOL = 'db_client_connection_pool_name';
const STORE = 'svc_objects_operation_duration_seconds';

export const DEPENDENCIES: Dashboard = {
  uid: 'dependencies',
  title: 'dependencies',
  rows: [
    {
      title: 'What is there',
      panels: [
        {
          title: 'Parts that a process can use',
          description: 'Minimum over all replicas: 0 if any of them fails.',
          unit: 'bool_yes_no',
          queries: [
            {
              expr: `min by (job, svc_part_name) (svc_part_up{${OF_ALL}})`,
              legend: '{{job}}: {{svc_part_name}}',
            },
          ],
        },
        {
          title: 'Channels of Postgres that are not heard',
          description:
            'Links are re-read every second instead of every minute; captures start up to five seconds late.',
          unit: 'bool_yes_no',
          queries: [{ expr: `svc_listener_deaf{${OF_ALL}}`, legend: '{{instance}} {{svc_listener_channel}}' }],
        },
        {
          title: 'Tries that each process counts for itself',
          description: 'Redis is down: limits multiply by the number of replicas.',
          unit: 'ops',
          queries: [
            {
              expr: rate('svc_limits_counted_alone_total', OF_ALL, ['job', 'svc_limit_name']),
              legend: '{{job}}: {{svc_limit_name}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Postgres',
      panels: [
        {
          title: 'Share of connections in use',
          description: 'Per process and pool. At 1 for minutes, calls wait.',
          unit: 'percentunit',
          queries: [
            {
              expr: `max by (${POOL}) (db_client_connection_count{${OF_ALL}, db_client_connection_state="used"} / ignoring(db_client_connection_state) db_client_connection_max{${OF_ALL}})`,
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Callers that wait for one',
          description: 'More than 0 for minutes is too much.',
          unit: 'short',
          queries: [
            { expr: `max by (${POOL}) (db_client_connection_pending_requests{${OF_ALL}})`, legend: `{{${POOL}}}` },
          ],
        },
        {
          title: 'How long they wait',
          description: '99th percentile; 50 ms is too much.',
          unit: 's',
          queries: [
            { expr: quantile(0.99, 'db_client_connection_wait_time_seconds', OF_ALL, [POOL]), legend: `{{${POOL}}}` },
          ],
        },
        {
          title: 'Callers that got none',
          description: 'Their requests answered 503. Should be 0.',
          unit: 'ops',
          queries: [{ expr: rate('db_client_connection_timeouts_total', OF_ALL, [POOL]), legend: `{{${POOL}}}` }],
        },
        {
          title: 'Connections',
          description: 'Open connections, including idle ones, against the server’s limit.',
          unit: 'short',
          queries: [{ expr: `sum by (${POOL}) (db_client_connection_count{${OF_ALL}})`, legend: `{{${POOL}}}` }],
        },
      ],
    },
    {
      title: 'Object store',
      panels: [
        {
          title: 'Operations',
          description: 'Operations on the store.',
          unit: 'ops',
          queries: [
            {
              expr: rate(`${STORE}_count`, OF_ALL, ['job', 'svc_objects_operation']),
              legend: '{{job}} {{svc_objects_operation}}',
            },
          ],
        },
        {
          title: 'Operations that fail',
          description: 'Images are refused or not shown. Should be 0.',
          unit: 'ops',
          queries: [
            {
              expr: rate(`${STORE}_count`, `${OF_ALL}, error_type!=""`, ['job', 'svc_objects_operation', 'error_type']),
              legend: '{{job}} {{svc_objects_operation}} {{error_type}}',
            },
          ],
        },
        {
          title: 'How long they take',
          description: '99th percentile.',
          unit: 's',
          queries: [
            { expr: quantile(0.99, STORE, OF_ALL, ['svc_objects_operation']), legend: '{{svc_objects_operation}}' },
          ],
        },
      ],
    },
    {
      title: 'Browser',
      panels: [
        {
          title: 'Captures by how they ended',
          description: 'Crashes and timeouts are faults of the product; refusing and missing pages are not.',
          unit: 'ops',
          queries: [
            {
              expr: rate('svc_captures_ended_total', OF_ALL, ['svc_capture_outcome']),
              legend: '{{svc_capture_outcome}}',
            },
          ],
        },
        {
          title: 'Captures that were refused',
          description: 'A full queue and a missing browser are faults of the product; too many of one user are not.',
          unit: 'ops',
          queries: [
            {
              expr: rate('svc_captures_refused_total', OF_ALL, ['svc_capture_refusal']),
              legend: '{{svc_capture_refusal}}',
            },
          ],
        },
      ],
    },
  ],
};
