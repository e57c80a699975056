import { type Dashboard, quantile, rate, type Row } from './dashboard.ts';

const OF_COPILOT = 'job="$namespace/copilot"';
const CALLS = 'gen_ai_client_operation_duration_seconds';
const FIRST_WORDS = 'gen_ai_client_operation_time_to_first_chunk_seconds';
const [LANE, MODEL] = ['gen_ai_provider_name', 'gen_ai_request_model'];
const OF_MODEL = `{{${LANE}}} {{${MODEL}}}`;

const TURNS: Row = {
  title: 'What people get',
  panels: [
    {
      title: 'Turns by how they ended',
      description: 'Codes are failures. Only the user can fix BYOK codes and CONTENT_REJECTED.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_turns_total', OF_COPILOT, ['svc_copilot_outcome']),
          legend: '{{svc_copilot_outcome}}',
        },
      ],
    },
    {
      title: 'Turns that run',
      description: 'Each process runs at most COPILOT_TURNS_MAX (200).',
      unit: 'short',
      queries: [{ expr: `svc_copilot_turns_active{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Answers that are followed',
      description: 'Open streams. A turn without a follower for 15 s is stopped.',
      unit: 'short',
      queries: [{ expr: `svc_copilot_followers{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Calls of tools',
      description: 'Reads and changes for users; waiting means that the user must approve.',
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
      title: 'Models that can be asked',
      description: 'Models of the pool, as seen by each process. At 0, free turns get no answer.',
      unit: 'short',
      queries: [{ expr: `svc_copilot_models_available{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Models and lanes left alone',
      description: 'By class of fault. auth, credit and gone need action.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_cooldowns_total', OF_COPILOT, ['svc_copilot_fault']),
          legend: '{{svc_copilot_fault}}',
        },
      ],
    },
    {
      title: 'Changes of model in mid-answer',
      description: 'By fault of the previous model. Users notice only a pause.',
      unit: 'ops',
      queries: [
        {
          expr: rate('svc_copilot_failovers_total', OF_COPILOT, ['svc_copilot_fault']),
          legend: '{{svc_copilot_fault}}',
        },
      ],
    },
    {
      title: 'Calls of models',
      description: 'By lane and model; own counts users’ own providers.',
      unit: 'ops',
      queries: [{ expr: rate(`${CALLS}_count`, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Calls of models that fail',
      description: 'By class of fault, without calls that users stopped.',
      unit: 'ops',
      queries: [
        {
          expr: rate(`${CALLS}_count`, `${OF_COPILOT}, error_type!="", error_type!="stopped"`, [LANE, 'error_type']),
          legend: `{{${LANE}}} {{error_type}}`,
        },
      ],
    },
    {
      title: 'How long a first word takes',
      description: '90th percentile. After 12 s another model takes over.',
      unit: 's',
      queries: [{ expr: quantile(0.9, FIRST_WORDS, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Tokens',
      description: 'Input and output tokens, as counted by the models.',
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
  title: 'Keys of users',
  panels: [
    {
      title: 'Keys that the old secret has sealed',
      description: 'During rotation of SVC_ENCRYPTION_KEY. Remove the old key at 0.',
      unit: 'short',
      queries: [{ expr: `max(svc_copilot_sealed_with_old_key{${OF_COPILOT}})`, legend: 'keys' }],
    },
  ],
};

export const COPILOT: Dashboard = { uid: 'copilot', title: 'copilot', rows: [TURNS, MODELS, KEYS] };
