-- A partition a month, which is dropped as a whole when its time has come. What is there already stays where it is, as the default
-- partition, which takes whatever no month has been made for; deal makes those of the months to come.
alter table deal_activity rename to deal_activity_default;
alter table deal_activity_default
  drop constraint deal_activity_pkey,
  add primary key (id, created_at);
alter index deal_activity_of_owner rename to deal_activity_default_of_owner;
alter index deal_activity_of_deal rename to deal_activity_default_of_deal;

create table deal_activity (like deal_activity_default including defaults including constraints, primary key (id, created_at))
  partition by range (created_at);
create index deal_activity_of_owner on deal_activity (owner_id, created_at desc, id desc);
create index deal_activity_of_deal on deal_activity (deal_id, created_at desc, id desc);
alter table deal_activity attach partition deal_activity_default default;
