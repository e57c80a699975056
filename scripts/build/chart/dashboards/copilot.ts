import { quantile, rate, type Dashboard, type Row } from './dashboard.ts';

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
      description: 'Codes are failures; those that begin with BYOK, and CONTENT_REJECTED, are their user’s to mend.',
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
      description: 'A process refuses more than COPILOT_TURNS_MAX (200).',
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
      description: 'What the copilot reads and changes for its users; waiting is a question to them.',
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
      description: 'Of the pool, as each process knows it. At 0 users of free models get no answer.',
      unit: 'short',
      queries: [{ expr: `svc_copilot_models_available{${OF_COPILOT}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Models and lanes left alone',
      description: 'By what they did wrong. auth, credit and gone do not end by themselves.',
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
      description: 'Users notice nothing of them but a pause. By what the model before had done.',
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
      description: 'By lane and model; own is what users’ own providers are asked.',
      unit: 'ops',
      queries: [{ expr: rate(`${CALLS}_count`, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Calls of models that fail',
      description: 'By the class of the fault. Those that users stop are left out.',
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
      description: 'Nine of ten calls take less. After 12 s another model takes over.',
      unit: 's',
      queries: [{ expr: quantile(0.9, FIRST_WORDS, OF_COPILOT, [LANE, MODEL]), legend: OF_MODEL }],
    },
    {
      title: 'Tokens',
      description: 'Sent and answered, as the models count them.',
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
      description: 'While SVC_ENCRYPTION_KEY is replaced. At 0 the old one may go.',
      unit: 'short',
      queries: [{ expr: `max(svc_copilot_sealed_with_old_key{${OF_COPILOT}})`, legend: 'keys' }],
    },
  ],
};

export const COPILOT: Dashboard = { uid: 'copilot', title: 'copilot', rows: [TURNS, MODELS, KEYS] };
