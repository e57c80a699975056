-- What a search of memories looks at. The parts stand on lines of their own, so that no search matches across two of them.
create function memory_search_text(content text, tags text[]) returns text
  language sql immutable parallel safe
  return extensions.search_text(concat_ws(E'\n', content, array_to_string(tags, E'\n')));

create table memories (
  id            uuid             primary key,
  owner_id      uuid             not null,
  content       text             not null check (length(content) between 1 and 4000),
  kind          text             not null check (kind in ('preference', 'fact', 'instruction', 'summary')),
  tags          text[]           not null default '{}' check (cardinality(tags) <= 20),
  confidence    double precision not null check (confidence between 0 and 1),
  source_type   text             not null check (length(source_type) between 1 and 50),
  source_ref    text             check (length(source_ref) between 1 and 500),
  -- Who made it, as the call was proved.
  actor_kind    text             not null check (actor_kind in ('user', 'agent')),
  actor_id      text             check (length(actor_id) between 1 and 100),
  channel       text             check (length(channel) between 1 and 100),
  request_id    text             not null check (length(request_id) between 1 and 128),
  -- How the user approved what an agent wanted to be remembered.
  approval_note text             check (length(approval_note) between 1 and 1000),
  archived_at   timestamptz(3),
  search_text   text             not null generated always as (memory_search_text(content, tags)) stored,
  created_at    timestamptz(3)   not null default now(),
  updated_at    timestamptz(3)   not null default now(),
  version       integer          not null default 1,
  check (actor_kind = 'user' or approval_note is not null)
);

create index memories_newest on memories (owner_id, created_at desc, id desc);
create index memories_search on memories using gin (search_text extensions.gin_trgm_ops);
