-- What people report about links, and what administrators made of it.
create table link_reports (
  id         uuid           primary key,
  link_id    uuid           not null references links (id) on delete cascade,
  reason     text           not null check (length(reason) between 1 and 2000),
  status     text           not null default 'open' check (status in ('open', 'flagged', 'dismissed')),
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version    integer        not null default 1
);

create index link_reports_newest on link_reports (created_at desc, id desc);
create index link_reports_of_status on link_reports (status, created_at desc, id desc);
create index link_reports_of_link on link_reports (link_id);

-- Targets that are known to be harmful: links to them, old and new, open only after a warning.
create table flagged_targets (
  target_url text           not null check (length(target_url) <= 8192),
  flagged_by uuid           not null,
  created_at timestamptz(3) not null default now()
);

create unique index flagged_targets_url on flagged_targets (md5(target_url));
