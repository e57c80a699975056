-- What users have chosen of the copilot.
create table copilot_configs (
  user_id    uuid           primary key,
  model_id   text           check (length(model_id) between 1 and 300),
  updated_at timestamptz(3) not null default now()
);

-- What users have said to each route of their messages. Nothing is changed here; the newest row of a scope counts.
create table copilot_consents (
  id         uuid           primary key,
  user_id    uuid           not null,
  scope      text           not null check (scope in ('free', 'byok', 'learning')),
  version    text           not null check (length(version) between 1 and 50),
  is_granted boolean        not null,
  created_at timestamptz(3) not null default now()
);

create index copilot_consents_newest on copilot_consents (user_id, scope, id desc);

create table conversations (
  id              uuid           primary key,
  owner_id        uuid           not null,
  title           text           check (length(title) between 1 and 200),
  archived_at     timestamptz(3),
  last_message_at timestamptz(3) not null default now(),
  -- Place of the newest message.
  last_seq        integer        not null default 0,
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  version         integer        not null default 1
);

create index conversations_newest on conversations (owner_id, last_message_at desc, id desc);
-- Those that nobody has used for long.
create index conversations_oldest on conversations (last_message_at, id);

create table turns (
  id                uuid           primary key,
  conversation_id   uuid           not null references conversations on delete cascade,
  owner_id          uuid           not null,
  status            text           not null default 'running' check (status in ('running', 'completed', 'failed', 'stopped')),
  billing           text           not null check (billing in ('free', 'byok')),
  -- The day that it counts for, in the copilot's own time zone.
  day               date           not null,
  is_counted        boolean        not null default true,
  client_message_id text           check (length(client_message_id) between 1 and 64),
  -- Place of the message that it answers; its own follows.
  asked_seq         integer        not null,
  model_id          text,
  error_code        text,
  -- The process that runs it, and until when it does so unless it says so again.
  held_by           uuid,
  held_until        timestamptz(3),
  -- When somebody last followed it.
  followed_at       timestamptz(3) not null default now(),
  stop_requested_at timestamptz(3),
  -- When a model was first asked.
  called_at         timestamptz(3),
  started_at        timestamptz(3) not null default now(),
  ended_at          timestamptz(3)
);

-- One turn at a time.
create unique index turns_running on turns (conversation_id) where status = 'running';
create index turns_running_of on turns (owner_id) where status = 'running';
create index turns_silent on turns (held_until) where status = 'running';
create index turns_newest on turns (conversation_id, started_at desc, id desc);
create unique index turns_client_message on turns (conversation_id, client_message_id) where client_message_id is not null;

create table messages (
  id              uuid           primary key,
  conversation_id uuid           not null references conversations on delete cascade,
  turn_id         uuid           not null references turns on delete cascade,
  seq             integer        not null,
  role            text           not null check (role in ('user', 'assistant')),
  parts           jsonb          not null,
  created_at      timestamptz(3) not null default now(),
  unique (conversation_id, seq)
);

create index messages_of_turn on messages (turn_id);

create table daily_usage (
  user_id           uuid    not null,
  day               date    not null,
  free_turns        integer not null default 0 check (free_turns >= 0),
  model_calls       integer not null default 0,
  prompt_tokens     bigint  not null default 0,
  completion_tokens bigint  not null default 0,
  primary key (user_id, day)
);

create index daily_usage_oldest on daily_usage (day);

-- Whose turn it is, of all processes of this service, to do what recurs.
-- Work that recurs and that one process does for all.
create table upkeep_turns (
  name       text        primary key,
  -- Until then nobody else has to.
  held_until timestamptz not null
);
