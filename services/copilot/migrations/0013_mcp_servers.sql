-- Tool servers of the installation, which administrators name.
create table mcp_servers (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  -- Part of the names of its tools.
  slug text not null check (slug ~ '^[a-z0-9]{1,20}$'),
  url text not null check (length(url) between 1 and 2000),
  -- The address in its normal form: there is one row of each.
  url_key text not null,
  transport text not null check (transport in ('http', 'sse')),
  -- A header that opens the server, as a JWE, and the id of the key of ours that seals it.
  auth_header_jwe text check (length(auth_header_jwe) between 1 and 16000),
  auth_header_key_id text,
  is_enabled boolean not null,
  auto_approve_tools text[] not null default '{}',
  -- What came of the last look at it while it is enabled.
  status text not null default 'connecting' check (status in ('connecting', 'ready', 'unreachable', 'tools_changed')),
  last_error text check (length(last_error) between 1 and 500),
  -- The tools as they were at the first connection since it was enabled; null before that.
  tools jsonb,
  -- Counts the changes after which what a look finds that began before says nothing.
  revision integer not null default 1,
  -- Looks in a row that failed, and when it is looked at next.
  failures integer not null default 0,
  check_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint mcp_servers_slug unique (slug),
  constraint mcp_servers_url unique (url_key),
  constraint mcp_servers_auth_header check ((auth_header_jwe is null) = (auth_header_key_id is null))
);

-- What the memory server of the environment is told users by, instead of their ids. It is in no other place, and never changes.
create table user_pseudonyms (
  id boolean primary key default true check (id),
  key bytea not null
);
insert into user_pseudonyms (key) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
