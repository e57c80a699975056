-- What administrators and account holders did that others may have to answer for later. Rows outlive the accounts that they name,
-- which is why they hold no addresses and no names.
create table audit_events (
  id         uuid           primary key,
  -- What happened, such as `user.role_changed`.
  action     text           not null check (length(action) between 1 and 100),
  -- Null when the system did it itself.
  actor_id   uuid,
  -- The account that it was done to; null when it was done to the system.
  subject_id uuid,
  -- A list of {field, from, to}; only switches, limits and roles.
  changes    jsonb          not null default '[]' check (jsonb_typeof(changes) = 'array'),
  request_id text           check (length(request_id) <= 200),
  created_at timestamptz(3) not null default now()
);

create index audit_events_newest on audit_events (created_at desc, id desc);
