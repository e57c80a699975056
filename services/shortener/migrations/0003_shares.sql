create table link_shares (
  id         uuid           primary key,
  link_id    uuid           not null references links (id) on delete cascade,
  team_id    uuid           not null,
  shared_by  uuid           not null,
  created_at timestamptz(3) not null default now(),
  unique (link_id, team_id)
);

create index link_shares_of_team on link_shares (team_id, created_at desc, id desc);
