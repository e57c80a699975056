-- Bytes of the photos that an owner's links show, as they were sent; bounded, because uploads fill the object store.
create table photo_usage (
  owner_id uuid   primary key,
  bytes    bigint not null check (bytes >= 0)
);

insert into photo_usage (owner_id, bytes)
select l.owner_id, sum(p.bytes)
  from link_photos p
  join links l on l.id = p.link_id
 where l.owner_id is not null
   and l.deleted_at is null
 group by l.owner_id;
