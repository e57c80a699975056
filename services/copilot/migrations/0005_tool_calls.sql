-- The session that a turn goes on as; null for turns that processes of the release before began.
alter table turns add column session_id uuid;
-- Its model has read what others than the user wrote.
alter table turns add column is_tainted boolean not null default false;

-- Tools that turns have called. What went in and came out is in their messages.
create table tool_calls (
  turn_id    uuid           not null references turns on delete cascade,
  -- The only one of its name in the turn.
  call_id    text           not null check (length(call_id) between 1 and 64),
  -- Registry name.
  operation  text           not null check (length(operation) between 1 and 100),
  status     text           not null check (status in ('done', 'failed')),
  error_code text           check (length(error_code) between 1 and 100),
  started_at timestamptz(3) not null,
  ended_at   timestamptz(3) not null,
  primary key (turn_id, call_id)
);
