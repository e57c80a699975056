-- Links for people outside leave lines too, also those to contacts, which concern no deal.
alter table deal_activity
  -- The link that was made, changed or ended, before and after.
  add column external_share jsonb;
alter table deal_activity
  alter column deal_id drop not null,
  alter column deal_name drop not null;
-- Partitions were tables of their own before, so each has the constraints for itself.
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'deal_activity'::regclass loop
    execute format('alter table %s alter column deal_id drop not null, alter column deal_name drop not null', partition);
  end loop;
end
$$;
