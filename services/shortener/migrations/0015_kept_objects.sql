-- Tells this database from others whose objects are in the same store; dumps and restores keep the id.
create table object_database (
  only_row boolean primary key default true check (only_row),
  id       uuid    not null default gen_random_uuid()
);

insert into object_database default values;

-- Images in the store that no row names, and since when this database has seen them so: they go after a week of it.
create table unnamed_objects (
  sha256     text           primary key,
  first_seen timestamptz(3) not null,
  last_seen  timestamptz(3) not null
);

create index unnamed_objects_first_seen on unnamed_objects (first_seen);
create index unnamed_objects_last_seen on unnamed_objects (last_seen);

-- Images that a deletion has released, once for each: they go after a day.
create table released_objects (
  id          bigint         generated always as identity primary key,
  sha256      text           not null,
  released_at timestamptz(3) not null default now()
);

create index released_objects_due on released_objects (released_at);
create index released_objects_image on released_objects (sha256);

-- A deleted link keeps its row, and one of a deleted account does not.
create function release_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into shortener.released_objects (sha256) values (old.sha256);
  else
    insert into shortener.released_objects (sha256) select p.sha256 from shortener.link_photos p where p.link_id = old.id;
  end if;
  return null;
end $$;

create trigger links_deleted_photo after update of deleted_at on links
  for each row when (old.kind = 'photo' and old.deleted_at is null and new.deleted_at is not null)
  execute function release_photo();
create trigger link_photos_deleted after delete on link_photos
  for each row execute function release_photo();
