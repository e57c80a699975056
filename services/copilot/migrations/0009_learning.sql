-- What users have said to the copilot that may be worth remembering, and where it stands.
create table learning_candidates (
  id             uuid           primary key,
  owner_id       uuid           not null,
  statement      text           not null check (length(statement) between 1 and 280),
  -- Of its words alone, whatever their case and punctuation.
  statement_hash bytea          not null check (length(statement_hash) = 32),
  kind           text           not null check (kind in ('preference', 'fact')),
  stage          text           not null default 'observed'
    check (stage in ('observed', 'eligible', 'proposed', 'graduated', 'rejected', 'expired')),
  -- The user asked for it to be remembered.
  is_explicit    boolean        not null,
  -- The memory that it contradicts, and that is archived once it is accepted.
  replaces_id    uuid           references memories on delete set null,
  -- The memory that came of it.
  memory_id      uuid           references memories on delete set null,
  proposed_at    timestamptz(3),
  decided_at     timestamptz(3),
  first_seen_at  timestamptz(3) not null default now(),
  last_seen_at   timestamptz(3) not null default now(),
  unique (owner_id, statement_hash)
);

create index learning_candidates_by_stage on learning_candidates (owner_id, stage, last_seen_at desc, id desc);
-- Those that nobody has mentioned for long.
create index learning_candidates_oldest on learning_candidates (last_seen_at)
  where stage in ('observed', 'eligible', 'proposed');
-- Those that came to nothing.
create index learning_candidates_settled on learning_candidates (decided_at) where stage in ('rejected', 'expired');
create index learning_candidates_replaced on learning_candidates (replaces_id) where replaces_id is not null;
create index learning_candidates_remembered on learning_candidates (memory_id) where memory_id is not null;

-- Where a candidate was said. It goes with its conversation.
create table learning_evidence (
  candidate_id    uuid             not null references learning_candidates on delete cascade,
  turn_id         uuid             not null references turns on delete cascade,
  conversation_id uuid             not null references conversations on delete cascade,
  -- The day of its turn.
  day             date             not null,
  weight          double precision not null check (weight > 0 and weight < 1),
  created_at      timestamptz(3)   not null default now(),
  primary key (candidate_id, turn_id)
);

create index learning_evidence_of_turn on learning_evidence (turn_id);
create index learning_evidence_of_conversation on learning_evidence (conversation_id);


-- When a turn was last counted.
alter table daily_usage add column last_used_at timestamptz(3) not null default now();
