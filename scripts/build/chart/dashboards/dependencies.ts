import { type Dashboard, quantile, rate } from './dashboard.ts';

const OF_ALL = 'job=~"$namespace/.+"';
const POOL = 'db_client_connection_pool_name';
const STORE = 'svc_objects_operation_duration_seconds';

export const DEPENDENCIES: Dashboard = {
  uid: 'dependencies',
  title: 'dependencies',
  rows: [
    {
      title: 'Dependency health',
      panels: [
        {
          title: 'Available dependencies',
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
          title: 'Disconnected Postgres listeners',
          description:
            'Yes: short links are re-read every second instead of every minute, and captures start up to five seconds late.',
          unit: 'bool_yes_no',
          queries: [{ expr: `svc_listener_deaf{${OF_ALL}}`, legend: '{{instance}} {{svc_listener_channel}}' }],
        },
        {
          title: 'Rate limits counted without Redis',
          description:
            'Attempts that a process counted in memory because Redis is down. Limits multiply by the number of replicas.',
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
          title: 'Connection pool utilization',
          description: 'By pool, of the busiest process. At 100 % for minutes, callers wait.',
          unit: 'percentunit',
          queries: [
            {
              expr: `max by (${POOL}) (db_client_connection_count{${OF_ALL}, db_client_connection_state="used"} / ignoring(db_client_connection_state) db_client_connection_max{${OF_ALL}})`,
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Callers waiting for a connection',
          description: 'More than 0 for minutes is too much.',
          unit: 'short',
          queries: [
            { expr: `max by (${POOL}) (db_client_connection_pending_requests{${OF_ALL}})`, legend: `{{${POOL}}}` },
          ],
        },
        {
          title: 'Connection wait time',
          description: '99th percentile; 50 ms is too much.',
          unit: 's',
          queries: [
            { expr: quantile(0.99, 'db_client_connection_wait_time_seconds', OF_ALL, [POOL]), legend: `{{${POOL}}}` },
          ],
        },
        {
          title: 'Connection timeouts',
          description: 'Callers that got no connection in time and answered 503. Should be 0.',
          unit: 'ops',
          queries: [{ expr: rate('db_client_connection_timeouts_total', OF_ALL, [POOL]), legend: `{{${POOL}}}` }],
        },
        {
          title: 'Open connections',
          description: 'By pool, including idle ones. Compare the sum with max_connections of Postgres.',
          unit: 'short',
          queries: [{ expr: `sum by (${POOL}) (db_client_connection_count{${OF_ALL}})`, legend: `{{${POOL}}}` }],
        },
      ],
    },
    {
      title: 'Object store',
      panels: [
        {
          title: 'Object store operations',
          description: 'By service and operation.',
          unit: 'ops',
          queries: [
            {
              expr: rate(`${STORE}_count`, OF_ALL, ['job', 'svc_objects_operation']),
              legend: '{{job}} {{svc_objects_operation}}',
            },
          ],
        },
        {
          title: 'Failed object store operations',
          description: 'Images cannot be uploaded or shown. Should be 0.',
          unit: 'ops',
          queries: [
            {
              expr: rate(`${STORE}_count`, `${OF_ALL}, error_type!=""`, ['job', 'svc_objects_operation', 'error_type']),
              legend: '{{job}} {{svc_objects_operation}} {{error_type}}',
            },
          ],
        },
        {
          title: 'Object store latency',
          description: '99th percentile by operation.',
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
          title: 'Captures by outcome',
          description:
            'Crashes and timeouts are faults of the product; missing pages and pages that refuse the browser are not.',
          unit: 'ops',
          queries: [
            {
              expr: rate('svc_captures_ended_total', OF_ALL, ['svc_capture_outcome']),
              legend: '{{svc_capture_outcome}}',
            },
          ],
        },
        {
          title: 'Refused captures',
          description: 'A full queue and a missing browser need action; too_many_of_user does not.',
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
