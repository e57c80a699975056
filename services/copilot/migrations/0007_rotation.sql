-- What became of the calls of each free model in an hour.
create table model_hours (
  hour              timestamptz(3) not null,
  -- Its lane and name.
  model_id          text           not null check (length(model_id) between 1 and 300),
  lane              text           not null check (length(lane) between 1 and 64),
  calls             integer        not null default 0,
  successes         integer        not null default 0,
  failures          integer        not null default 0,
  -- Times that another model took its place.
  failovers_from    integer        not null default 0,
  -- Calls that have said something, and milliseconds until then in all.
  first_pieces      integer        not null default 0,
  first_pieces_ms   bigint         not null default 0,
  prompt_tokens     bigint         not null default 0,
  completion_tokens bigint         not null default 0,
  last_fault_class  text           check (length(last_fault_class) between 1 and 40),
  last_fault_at     timestamptz(3),
  primary key (hour, model_id)
);

-- A model took the place of another one, and what that one had done.
create table failovers (
  id            bigint         generated always as identity primary key,
  at            timestamptz(3) not null,
  from_model_id text           not null check (length(from_model_id) between 1 and 300),
  to_model_id   text           not null check (length(to_model_id) between 1 and 300),
  fault_class   text           not null check (length(fault_class) between 1 and 40)
);

create index failovers_newest on failovers (at desc, id desc);

alter table daily_usage add column failovers integer not null default 0;
-- When it makes sense to try a turn again that has failed; null where that is not known.
alter table turns add column retry_at timestamptz(3);
