-- The logo of a user, which links that the user shares show: one for each, beside what screenshots may take.
create table logos (
  owner_id    uuid           primary key,
  blob_sha256 text           not null references image_blobs (sha256),
  updated_at  timestamptz(3) not null default now()
);

create index logos_of_blob on logos (blob_sha256);

create trigger logos_changed_image after update of blob_sha256 on logos
  for each row when (new.blob_sha256 is distinct from old.blob_sha256)
  execute function release_image();
create trigger logos_deleted_image after delete on logos
  for each row execute function release_image();
