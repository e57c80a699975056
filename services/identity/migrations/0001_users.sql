create table users (
  id            uuid           primary key,
  email         text           not null check (length(email) <= 254),
  name          text           not null check (length(name) between 1 and 200),
  password_hash text           not null,
  role          text           not null default 'user' check (role in ('user', 'admin')),
  disabled_at   timestamptz(3),
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  version       integer        not null default 1
);

-- Addresses compare without case.
create unique index users_email_key on users (lower(email));
create index users_newest on users (created_at desc, id desc);

create table sessions (
  id           uuid           primary key,
  user_id      uuid           not null references users (id) on delete cascade,
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash   bytea          not null unique check (length(token_hash) = 32),
  device       text           not null check (length(device) <= 200),
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null
);

create index sessions_of_user on sessions (user_id, last_used_at desc);
create index sessions_expired on sessions (expires_at);

create table password_resets (
  -- SHA-256 of the token in the link.
  token_hash bytea          primary key check (length(token_hash) = 32),
  user_id    uuid           not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);

create index password_resets_of_user on password_resets (user_id);
