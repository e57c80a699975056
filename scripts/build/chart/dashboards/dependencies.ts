import { quantile, rate, type Dashboard } from './dashboard.ts';

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
          description: 'The least of all its replicas: 0 where one of them cannot.',
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
            'Links are looked up each second instead of each minute; captures begin up to five seconds late.',
          unit: 'bool_yes_no',
          queries: [{ expr: `svc_listener_deaf{${OF_ALL}}`, legend: '{{instance}} {{svc_listener_channel}}' }],
        },
        {
          title: 'Tries that each process counts for itself',
          description: 'Redis is away: with so many replicas, so many times as much is let through.',
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
          description: 'Of each process and pool. At 1 for minutes calls wait.',
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
          description: '99 of 100 wait less; 50 ms is too much.',
          unit: 's',
          queries: [
            { expr: quantile(0.99, 'db_client_connection_wait_time_seconds', OF_ALL, [POOL]), legend: `{{${POOL}}}` },
          ],
        },
        {
          title: 'Callers that got none',
          description: 'Their requests answered 503. 0 is right.',
          unit: 'ops',
          queries: [{ expr: rate('db_client_connection_timeouts_total', OF_ALL, [POOL]), legend: `{{${POOL}}}` }],
        },
        {
          title: 'Connections',
          description: 'All that are open, idle ones included; the server takes so many from everybody.',
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
          description: 'What is asked of the store.',
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
          description: 'Images are refused or not shown. 0 is right.',
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
          description: '99 of 100 take less.',
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
          description: 'Refusing and missing pages are not our faults; crashes and timeouts are.',
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
          description: 'Too many of one user are that user’s; a full queue and no browser are ours.',
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
