-- One index finds the events of a link and keeps each from being stored twice; two of them cost as much as the events.
alter table clicks drop constraint clicks_pkey;
alter table clicks add primary key (link_id, occurred_at, id);
drop index clicks_of_link;

-- Who has been seen on a UTC day, as a hash over the link and the visitor: one of 64 bits, as two visitors of the same are a
-- matter of one in a hundred thousand days with twenty million of them. The service makes the days and drops them after two more.
create table daily_visitors (
  day     date   not null,
  visitor bigint not null,
  primary key (day, visitor)
) partition by range (day);

create table daily_visitors_default partition of daily_visitors default;

insert into daily_visitors (day, visitor)
select day, uuid_hash_extended(link_id, uuid_hash_extended(encode(visitor_hash, 'hex')::uuid, 0))
  from click_visitors
    on conflict do nothing;
