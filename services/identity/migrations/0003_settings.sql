create table user_settings (
  user_id         uuid           primary key references users (id) on delete cascade,
  time_zone       text           not null default 'UTC',
  currency        text           not null default 'USD',
  locale          text           not null default 'en',
  view_check_days integer[]      not null default '{1,7,30}',
  notify_due_views    boolean    not null default true,
  notify_team_sharing boolean    not null default true,
  updated_at      timestamptz(3) not null default now(),
  version         integer        not null default 1
);

create table system_settings (
  -- One row for the whole system.
  id                       boolean        primary key default true check (id),
  maintenance_mode         boolean        not null default false,
  allow_public_signup      boolean        not null default true,
  copilot_free_daily_limit integer        not null default 25 check (copilot_free_daily_limit >= 0),
  updated_at               timestamptz(3) not null default now(),
  version                  integer        not null default 1
);

insert into system_settings default values;
