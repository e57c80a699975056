import { type Dashboard, quantile, rate, type Row } from './dashboard.ts';

const OF_COPILOT = 'job="$namespace/copilot"';
const CALLS = 'gen_ai_client_operation_duration_seconds';
const FIRST_WORDS = 'gen_ai_client_operation_time_to_first_chunk_seconds';
const [LANE, MODEL] = ['gen_ai_provider_name', 'gen_ai_request_model'];
const OF_MODEL = `{{${LANE}}} {{${MODEL}}}`;

const TURNS: Row = {
  title: 'User experience',
  panels: [
    {
      title: 'Turns by outcome',
      description: 'Outcomes in capitals are failures. Only the user can fix BYOK codes and CONTENT_REJECTED.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_turns_total', OF_COPILOT, ['svc_copilot_outcome']),
          legend: '{{svc_copilot_outcome}}',
        },
      ],
    },
    {
      title: 'Running turns',
      description: 'Each process runs at most COPILOT_TURNS_MAX (200).',
      unit: 'short',
      queries: [{ expr: `svc_copilot_turns_active{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Open answer streams',
      description: 'Clients that read an answer. A turn without one for 15 s is stopped.',
      unit: 'short',
      queries: [{ expr: `svc_copilot_followers{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Tool calls',
      description: 'Look-ups and changes by status. Waiting calls need the user’s approval.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_tool_calls_total', OF_COPILOT, ['svc_copilot_tool_call_status']),
          legend: '{{svc_copilot_tool_call_status}}',
        },
      ],
    },
  ],
};

const MODELS: Row = {
  title: 'Models',
  panels: [
    {
      title: 'Available models',
      description: 'Models of the free pool, by process. At 0, free turns fail.',
      unit: 'short',
      queries: [{ expr: `svc_copilot_models_available{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Cooldowns by fault',
      description: 'Models and lanes paused after a fault. auth, credit and gone need action.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_cooldowns_total', OF_COPILOT, ['svc_copilot_fault']),
          legend: '{{svc_copilot_fault}}',
        },
      ],
    },
    {
      title: 'Failovers',
      description: 'Answers that another model took over, by the first model’s fault. Users notice only a pause.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_failovers_total', OF_COPILOT, ['svc_copilot_fault']),
          legend: '{{svc_copilot_fault}}',
        },
      ],
    },
    {
      title: 'Model calls',
      description: 'By lane and model. The model own stands for all models of users’ own providers.',
      unit: 'ops',
      queries: [{ expr: rate(`${CALLS}_count`, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Failed model calls',
      description: 'By lane and class of fault, not counting calls that users stopped.',
      unit: 'ops',
      queries: [
        {
          expr: rate(`${CALLS}_count`, `${OF_COPILOT}, error_type!="", error_type!="stopped"`, [LANE, 'error_type']),
          legend: `{{${LANE}}} {{error_type}}`,
        },
      ],
    },
    {
      title: 'Time to first token',
      description: '90th percentile. After 12 s another model takes over.',
      unit: 's',
      queries: [{ expr: quantile(0.9, FIRST_WORDS, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Token usage',
      description: 'Input and output tokens per second, as counted by the models.',
      unit: 'short',
      queries: [
        {
          expr: rate('gen_ai_client_token_usage_sum', OF_COPILOT, [LANE, 'gen_ai_token_type']),
          legend: `{{${LANE}}} {{gen_ai_token_type}}`,
        },
      ],
    },
  ],
};

const KEYS: Row = {
  title: 'Users’ keys',
  panels: [
    {
      title: 'Keys still encrypted with the old key',
      description: 'Above 0 only during rotation of SVC_ENCRYPTION_KEY. Remove the old key at 0.',
      unit: 'short',
      queries: [{ expr: `max(svc_copilot_sealed_with_old_key{${OF_COPILOT}})`, legend: 'keys' }],
    },
  ],
};

export const COPILOT: Dashboard = { uid: 'copilot', title: 'copilot', rows: [TURNS, MODELS, KEYS] };
