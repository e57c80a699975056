create table teams (
  id         uuid           primary key,
  name       text           not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version    integer        not null default 1
);

create table memberships (
  team_id    uuid           not null references teams (id) on delete cascade,
  user_id    uuid           not null references users (id) on delete cascade,
  role       text           not null check (role in ('owner', 'admin', 'member')),
  status     text           not null check (status in ('invited', 'active', 'removed')),
  -- Since when the membership has its status.
  since      timestamptz(3) not null default now(),
  primary key (team_id, user_id)
);

create index memberships_of_user on memberships (user_id) where status = 'active';
