-- What a user keeps: screenshots that have an image or wait for one, and the bytes of the images, as often as they are shown.
create table image_usage (
  owner_id uuid   primary key,
  images   bigint not null default 0,
  bytes    bigint not null default 0
);

-- In the database, so that processes of an earlier version count too.
create function count_image_usage() returns trigger language plpgsql as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
  more_images bigint := 0;
  more_bytes bigint := 0;
begin
  if tg_op <> 'INSERT' then
    more_images := more_images - (old.status not in ('expired', 'deleted'))::integer;
    more_bytes := more_bytes - coalesce((select b.bytes from screenshot.image_blobs b where b.sha256 = old.blob_sha256), 0);
  end if;
  if tg_op <> 'DELETE' then
    more_images := more_images + (new.status not in ('expired', 'deleted'))::integer;
    more_bytes := more_bytes + coalesce((select b.bytes from screenshot.image_blobs b where b.sha256 = new.blob_sha256), 0);
  end if;
  if more_images <> 0 or more_bytes <> 0 then
    insert into screenshot.image_usage as u (owner_id, images, bytes) values (owner, more_images, more_bytes)
        on conflict (owner_id) do update set images = u.images + excluded.images, bytes = u.bytes + excluded.bytes;
  end if;
  return null;
end $$;

-- Writes wait from here on until the end of the count, which is a second for some hundred thousand rows; reads do not.
create trigger screenshots_usage after insert or delete or update of status, blob_sha256 on screenshots
  for each row execute function count_image_usage();

insert into image_usage (owner_id, images, bytes)
select s.owner_id, count(*), coalesce(sum(b.bytes), 0)
  from screenshots s
  left join image_blobs b on b.sha256 = s.blob_sha256
 where s.status not in ('expired', 'deleted')
 group by s.owner_id;
