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

create function release_image() returns trigger language plpgsql as $$
begin
  insert into screenshot.released_objects (sha256) values (old.blob_sha256);
  return null;
end $$;

create trigger screenshots_changed_image after update of blob_sha256 on screenshots
  for each row when (old.blob_sha256 is not null and new.blob_sha256 is distinct from old.blob_sha256)
  execute function release_image();
create trigger screenshots_deleted_image after delete on screenshots
  for each row when (old.blob_sha256 is not null)
  execute function release_image();
