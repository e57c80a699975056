-- Days that work which goes day by day could not do, and does again, so that a day that fails holds up no later one.
create table click_failed_days (
  task     text        not null,
  day      date        not null,
  tried_at timestamptz not null default now(),
  primary key (task, day)
);

-- Nobody asks which links were forgotten first.
drop index forgotten_links_oldest;
