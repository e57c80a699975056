-- no transaction
-- A turn may wait for what its user decides.
alter table turns drop constraint if exists turns_status_check;
alter table turns drop constraint if exists turns_status_known;
alter table turns add constraint turns_status_known
  check (status in ('running', 'awaiting_approval', 'completed', 'failed', 'stopped')) not valid;
alter table turns validate constraint turns_status_known;
-- How often it has gone on after its process had died.
alter table turns add column if not exists freed smallint not null default 0;

-- What changes something is written down before it does; what an approval is asked for waits for the user.
alter table tool_calls drop constraint if exists tool_calls_status_check;
alter table tool_calls drop constraint if exists tool_calls_status_known;
-- `unknown`: its process has died, and perhaps it was done.
alter table tool_calls add constraint tool_calls_status_known
  check (status in ('running', 'waiting', 'done', 'failed', 'denied', 'unknown')) not valid;
alter table tool_calls validate constraint tool_calls_status_known;
alter table tool_calls alter column ended_at drop not null;
-- SHA-256 of the input's canonical JSON; null for what only reads.
alter table tool_calls add column if not exists input_hash bytea;
-- The approval that it waits for, or was made with.
alter table tool_calls add column if not exists approval_id uuid;
-- Until when the user can decide.
alter table tool_calls add column if not exists expires_at timestamptz(3);
-- What they have decided.
alter table tool_calls add column if not exists decision text;
alter table tool_calls drop constraint if exists tool_calls_asked;
alter table tool_calls add constraint tool_calls_asked
  check (length(input_hash) = 32 and decision in ('approved', 'denied', 'expired')) not valid;
alter table tool_calls validate constraint tool_calls_asked;

-- What a failed build has left behind is rebuilt.
drop index concurrently if exists turns_awaiting;
create index concurrently turns_awaiting on turns (conversation_id) where status = 'awaiting_approval';
drop index concurrently if exists tool_calls_undecided;
create index concurrently tool_calls_undecided on tool_calls (expires_at) where status = 'waiting' and decision is null;
