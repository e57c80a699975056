-- How far deals are, for lists that are sorted or filtered by it. Apart from the deals, because a reading would otherwise write a deal
-- into each of its indexes. Triggers keep it, so that versions that know nothing of it do too.
create table deal_progress (
  deal_id       uuid             primary key references deals (id) on delete cascade,
  owner_id      uuid             not null,
  total_views   bigint           not null,
  -- Views as a part of the target; null without one.
  progress      double precision,
  -- The earliest of its videos' checks; null when none is to come.
  next_due_date date
);

-- Works it out anew. The deals are locked, as whoever changes them or their videos has done first.
create function write_deal_progress(deal_ids uuid[]) returns void
  language sql
begin atomic
  insert into deal_progress as p (deal_id, owner_id, total_views, progress, next_due_date)
  select d.id, d.owner_id, d.total_views, d.total_views::double precision / nullif(d.views_target, 0),
         (select min(v.next_due_date) from deal_videos v where v.deal_id = d.id)
    from deals d
   where d.id = any (deal_ids)
      on conflict (deal_id) do update
     set total_views = excluded.total_views, progress = excluded.progress, next_due_date = excluded.next_due_date
   where (p.total_views, p.progress, p.next_due_date)
         is distinct from (excluded.total_views, excluded.progress, excluded.next_due_date);
end;

create function follow_new_deals() returns trigger
  language plpgsql
as $$
begin
  perform deal.write_deal_progress(array(select id from changed));
  return null;
end
$$;
create function follow_changed_deals() returns trigger
  language plpgsql
as $$
begin
  perform deal.write_deal_progress(array(
    select c.id from changed c join before b on b.id = c.id
     where (c.total_views, c.views_target) is distinct from (b.total_views, b.views_target)));
  return null;
end
$$;
create trigger deals_progress_of_new after insert on deals
  referencing new table as changed for each statement execute function follow_new_deals();
create trigger deals_progress_of_changed after update on deals
  referencing old table as before new table as changed for each statement execute function follow_changed_deals();
