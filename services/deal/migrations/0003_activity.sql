-- What happened to deals, written in the transaction of the change. A row outlives its deal.
create table deal_activity (
  id             uuid           primary key,
  owner_id       uuid           not null,
  deal_id        uuid           not null,
  deal_name      text           not null,
  action         text           not null,
  operation      text           not null,
  user_id        uuid           not null,
  actor_kind     text           not null check (actor_kind in ('user', 'agent', 'service')),
  request_id     text,
  tier           integer,
  changed_fields text[]         not null default '{}',
  count          integer        not null default 1 check (count >= 1),
  created_at     timestamptz(3) not null default now()
);

create index deal_activity_of_owner on deal_activity (owner_id, created_at desc, id desc);
create index deal_activity_of_deal on deal_activity (deal_id, created_at desc, id desc);
