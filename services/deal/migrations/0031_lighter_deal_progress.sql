-- A reading writes a video and then its deal. Each writes now only what follows from it, by statements whose plans are kept, and nothing
-- when that is as it was; `write_deal_progress` remains for deals that are new and for videos that come and go.
create or replace function follow_changed_deals() returns trigger
  language plpgsql
as $$
begin
  update deal.deal_progress
     set total_views = new.total_views, progress = new.total_views::double precision / nullif(new.views_target, 0)
   where deal_id = new.id;
  return null;
end
$$;
create or replace trigger deals_progress_of_changed after update on deals
  for each row when ((new.total_views, new.views_target) is distinct from (old.total_views, old.views_target))
  execute function follow_changed_deals();

create function follow_changed_videos() returns trigger
  language plpgsql
as $$
begin
  update deal.deal_progress p
     set next_due_date = n.next_due_date
    from (select c.deal_id, (select min(v.next_due_date) from deal.deal_videos v where v.deal_id = c.deal_id) as next_due_date
            from changed c join before b on b.id = c.id
           where c.next_due_date is distinct from b.next_due_date
           group by c.deal_id) as n
   where p.deal_id = n.deal_id and p.next_due_date is distinct from n.next_due_date;
  return null;
end
$$;
create or replace trigger deal_videos_progress_of_changed after update on deal_videos
  referencing old table as before new table as changed for each statement execute function follow_changed_videos();
