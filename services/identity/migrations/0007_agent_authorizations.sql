-- Programs that registered themselves as public clients (RFC 7591). Name and address are their own words.
create table oauth_clients (
  id                uuid           primary key,
  family            text           not null check (family in ('bridge', 'shortener')),
  name              text           not null check (length(name) between 1 and 200),
  uri               text           check (length(uri) <= 2048),
  scopes            text[]         not null check (cardinality(scopes) between 1 and 20),
  created_at        timestamptz(3) not null default now(),
  -- Since when somebody has let it in; what it has made stays bound to it, so it is kept from then on.
  first_approved_at timestamptz(3)
);

create index oauth_clients_unused on oauth_clients (created_at) where first_approved_at is null;

-- What an agent asks a user for, and the connection that it becomes once the user approves. Whether it has expired follows from
-- its times, so nothing has to write that down.
create table agent_auth_requests (
  id                     uuid           primary key,
  family                 text           not null check (family in ('bridge', 'shortener')),
  -- Null when the agent needed no registration.
  client_id              uuid           references oauth_clients (id),
  -- What the client said of itself when it asked.
  client_name            text           not null check (length(client_name) between 1 and 200),
  client_uri             text           check (length(client_uri) <= 2048),
  scopes                 text[]         not null check (cardinality(scopes) between 1 and 20),
  token_lifetime_seconds integer        not null check (token_lifetime_seconds between 1 and 365 * 24 * 60 * 60),
  -- Without the dash.
  user_code              text           not null unique check (length(user_code) = 8),
  -- SHA-256 of the codes; what they are themselves is nowhere.
  device_code_hash       bytea          not null unique check (length(device_code_hash) = 32),
  token_hash             bytea          unique check (length(token_hash) = 32),
  token_last_four        text           check (length(token_last_four) = 4),
  status                 text           not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  -- Who decided; null until then.
  user_id                uuid           references users (id) on delete cascade,
  poll_interval_seconds  integer        not null default 5,
  last_polled_at         timestamptz(3),
  created_at             timestamptz(3) not null default now(),
  -- Until when it can be decided and the token be fetched.
  expires_at             timestamptz(3) not null,
  approved_at            timestamptz(3),
  claimed_at             timestamptz(3),
  token_expires_at       timestamptz(3),
  last_used_at           timestamptz(3),
  check ((token_hash is null) = (token_last_four is null)),
  check (status <> 'approved' or (user_id is not null and approved_at is not null)),
  check (token_hash is null or (status = 'approved' and claimed_at is not null and token_expires_at is not null))
);

create index agent_auth_requests_of_user on agent_auth_requests (user_id, approved_at desc, id desc);
create index agent_auth_requests_of_client on agent_auth_requests (client_id);
create index agent_auth_requests_ended on agent_auth_requests (coalesce(token_expires_at, expires_at));
