-- When the assignee was chosen: the end of a membership takes back what was given before it, not after.
alter table tasks add column assigned_at timestamptz(3) not null default now();
