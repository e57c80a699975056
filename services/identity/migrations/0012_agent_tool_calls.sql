-- What agents did: one row for each call, denied ones too. Never bodies, images, paths or addresses; `handles` name what was touched.
create table agent_tool_calls (
  -- Given by whoever reports the call, so that a report that comes twice counts once.
  id            uuid           primary key,
  user_id       uuid           not null references users (id) on delete cascade,
  -- Null for an adapter of the operator. No foreign key, as connections are removed sooner than this.
  connection_id uuid,
  operation     text           not null check (length(operation) <= 100),
  tier          smallint       not null,
  request_id    text           not null check (length(request_id) <= 200),
  actor_id      text           check (length(actor_id) <= 100),
  channel       text           check (length(channel) <= 100),
  surface       text           not null check (surface in ('https', 'mcp', 'copilot')),
  status        text           not null check (status in ('ok', 'denied', 'failed')),
  http_status   smallint       not null,
  code          text           check (length(code) <= 100),
  duration_ms   integer        not null check (duration_ms >= 0),
  approval_id   uuid,
  handles       jsonb          not null,
  replayed      boolean        not null,
  at            timestamptz(3) not null
);

create index agent_tool_calls_of_user on agent_tool_calls (user_id, at desc, id desc);
create index agent_tool_calls_of_connection on agent_tool_calls (connection_id, at desc) where connection_id is not null;
create index agent_tool_calls_old on agent_tool_calls (at);
