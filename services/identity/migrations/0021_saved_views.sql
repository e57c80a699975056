-- How a user looks at lists, under names of their own. What the query means is the app's alone.
create table saved_views (
  id         uuid           primary key,
  owner_id   uuid           not null references users (id) on delete cascade,
  list       text           not null check (length(list) between 1 and 40),
  name       text           not null check (length(name) between 1 and 60),
  query      jsonb          not null check (jsonb_typeof(query) = 'object'),
  -- Its place among the views of the list.
  position   integer        not null check (position >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version    integer        not null default 1
);

create index saved_views_of_owner on saved_views (owner_id, list, position, id);
