-- What agents may do only with the user's approval: one call each, as it was checked when the agent made it. Whether one has expired
-- follows from its times.
create table agent_approvals (
  id               uuid           primary key,
  user_id          uuid           not null references users (id) on delete cascade,
  -- Null when an adapter of the operator asked, which has no connection.
  connection_id    uuid           references agent_auth_requests (id) on delete cascade,
  operation        text           not null check (length(operation) between 1 and 100),
  -- JSON of the validated input; null once the approval has ended and nobody can use it any more.
  input            text           check (octet_length(input) <= 2000000),
  -- SHA-256 of the input's canonical JSON.
  input_hash       bytea          not null check (length(input_hash) = 32),
  summary          text           not null check (length(summary) between 1 and 500),
  tier             smallint       not null check (tier between 0 and 2),
  destructive      boolean        not null,
  -- Of the record that would change, when the agent asked; null for what changes none.
  expected_version integer,
  -- JSON list of what would change.
  diff             text           check (octet_length(diff) <= 65536),
  status           text           not null default 'pending' check (status in ('pending', 'approved', 'denied', 'used')),
  created_at       timestamptz(3) not null default now(),
  -- Until when it can be decided; of an approved one until when it can be used; of a denied one when that was said.
  expires_at       timestamptz(3) not null,
  decided_at       timestamptz(3),
  decided_by       text           check (decided_by in ('user', 'adapter')),
  -- Key of the one call that may use it; null until one does.
  claimed_by       text           check (length(claimed_by) between 1 and 200),
  used_at          timestamptz(3),
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((status = 'used') = (used_at is not null)),
  check (used_at is null or claimed_by is not null)
);

create index agent_approvals_of_user on agent_approvals (user_id, created_at desc, id desc);
create index agent_approvals_of_connection on agent_approvals (connection_id);
create index agent_approvals_ended on agent_approvals (expires_at);
