create table suggestions (
  id              uuid           primary key,
  owner_id        uuid           not null,
  kind            text           not null check (length(kind) between 1 and 50),
  title           text           not null check (length(title) between 1 and 200),
  body            text           not null check (length(body) between 1 and 10000),
  target_type     text           check (length(target_type) between 1 and 50),
  target_id       uuid,
  -- {operation, inputJson}, as it was proposed.
  proposed_change jsonb,
  status          text           not null default 'open' check (status in ('open', 'accepted', 'dismissed')),
  proposed_by     text           not null check (proposed_by in ('user', 'agent')),
  -- While its change runs, nobody else can decide an open suggestion. A claim ends by itself when its holder has died.
  claim_id        uuid,
  claimed_until   timestamptz(3),
  result_id       uuid,
  decided_at      timestamptz(3),
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  version         integer        not null default 1,
  check ((target_type is null) = (target_id is null)),
  check ((claim_id is null) = (claimed_until is null)),
  check ((status = 'open') = (decided_at is null)),
  check (status = 'open' or claim_id is null)
);

create index suggestions_newest on suggestions (owner_id, created_at desc, id desc);
