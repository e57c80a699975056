-- Links of deleted accounts whose clicks are still to be removed. A row stays until nobody can be storing any more of them.
create table forgotten_links (
  link_id      uuid        primary key,
  forgotten_at timestamptz not null default now()
);

create index forgotten_links_oldest on forgotten_links (forgotten_at);
