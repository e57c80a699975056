create table tasks (
  id                uuid           primary key,
  owner_id          uuid           not null,
  title             text           not null check (length(title) between 1 and 200),
  description       text           check (length(description) between 1 and 10000),
  status            text           not null check (status in ('todo', 'in_progress', 'done', 'cancelled')),
  priority          text           not null check (priority in ('low', 'normal', 'high')),
  due_date          date,
  -- A task outlives what it is about: it loses the link, which does not count as a change of the task.
  deal_id           uuid           references deals (id) on delete set null,
  contact_id        uuid           references contacts (id) on delete set null,
  assignee_id       uuid,
  -- Teams that owner and assignee had in common at the time; the assignee sees the task through these alone.
  assignee_team_ids uuid[]         not null default '{}' check (assignee_id is not null or assignee_team_ids = '{}'),
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  version           integer        not null default 1
);

create index tasks_newest on tasks (owner_id, created_at desc, id desc);
create index tasks_of_assignee on tasks (assignee_id) where assignee_id is not null;
create index tasks_of_assignee_teams on tasks using gin (assignee_team_ids) where assignee_id is not null;
create index tasks_of_deal on tasks (deal_id) where deal_id is not null;
create index tasks_of_contact on tasks (contact_id) where contact_id is not null;

create table task_team_shares (
  id         uuid           primary key,
  task_id    uuid           not null references tasks (id) on delete cascade,
  team_id    uuid           not null,
  shared_by  uuid           not null,
  created_at timestamptz(3) not null default now(),
  unique (task_id, team_id)
);

create index task_team_shares_of_team on task_team_shares (team_id, task_id);
