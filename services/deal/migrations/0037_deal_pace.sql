-- Whether the views of a deal are on a steady pace to its target, which ends with the last check of its first video: `ahead`, `behind`, or
-- `missed` after that check. Null without a target, without a count after the day of posting, and once the target is reached.
create function pace_of(
  total_views bigint, views_target bigint, first_post_date date, counted_on date, view_check_days integer[]
) returns text
  language sql immutable parallel safe
  return (select case when counted_on - first_post_date >= last_day then 'missed'
                      when total_views >= round(views_target::numeric * (counted_on - first_post_date) / last_day) then 'ahead'
                      else 'behind' end
            from (select max(day) as last_day from unnest(view_check_days) as day) as checks
           where total_views < views_target and counted_on > first_post_date and last_day > 0);

alter table deal_progress
  add column first_post_date date,
  -- The day of the newest count, in the owner's time zone.
  add column counted_on date,
  add column pace text;

create or replace function write_deal_progress(deal_ids uuid[]) returns void
  language sql
begin atomic
  insert into deal_progress as p (deal_id, owner_id, total_views, progress, next_due_date, first_post_date, counted_on, pace)
  select d.id, d.owner_id, d.total_views, d.total_views::double precision / nullif(d.views_target, 0),
         v.next_due_date, v.first_post_date, v.counted_on,
         pace_of(d.total_views, d.views_target, v.first_post_date, v.counted_on, d.view_check_days)
    from deals d
    left join owner_time_zones z on z.owner_id = d.owner_id
   cross join lateral (
         select min(each.next_due_date) as next_due_date, min(each.post_date) as first_post_date,
                (max(each.latest_checked_at) at time zone coalesce(z.time_zone, 'UTC'))::date as counted_on
           from deal_videos each
          where each.deal_id = d.id) as v
   where d.id = any (deal_ids)
      on conflict (deal_id) do update
     set total_views = excluded.total_views, progress = excluded.progress, next_due_date = excluded.next_due_date,
         first_post_date = excluded.first_post_date, counted_on = excluded.counted_on, pace = excluded.pace
   where (p.total_views, p.progress, p.next_due_date, p.first_post_date, p.counted_on, p.pace)
         is distinct from (excluded.total_views, excluded.progress, excluded.next_due_date, excluded.first_post_date,
                           excluded.counted_on, excluded.pace);
end;

create or replace function follow_changed_deals() returns trigger
  language plpgsql
as $$
begin
  update deal.deal_progress
     set total_views = new.total_views, progress = new.total_views::double precision / nullif(new.views_target, 0),
         pace = deal.pace_of(new.total_views, new.views_target, first_post_date, counted_on, new.view_check_days)
   where deal_id = new.id;
  return null;
end
$$;

create or replace function follow_changed_videos() returns trigger
  language plpgsql
as $$
begin
  update deal.deal_progress p
     set next_due_date = n.next_due_date, first_post_date = n.first_post_date, counted_on = n.counted_on, pace = n.pace
    from (select d.id, v.*,
                 deal.pace_of(d.total_views, d.views_target, v.first_post_date, v.counted_on, d.view_check_days) as pace
            from (select c.deal_id
                    from changed c join before b on b.id = c.id
                   where (c.next_due_date, c.post_date, c.latest_checked_at)
                         is distinct from (b.next_due_date, b.post_date, b.latest_checked_at)
                   group by c.deal_id) as m
            join deal.deals d on d.id = m.deal_id
            left join deal.owner_time_zones z on z.owner_id = d.owner_id
           cross join lateral (
                 select min(each.next_due_date) as next_due_date, min(each.post_date) as first_post_date,
                        (max(each.latest_checked_at) at time zone coalesce(z.time_zone, 'UTC'))::date as counted_on
                   from deal.deal_videos each
                  where each.deal_id = d.id) as v) as n
   where p.deal_id = n.id
     and (p.next_due_date, p.first_post_date, p.counted_on, p.pace)
         is distinct from (n.next_due_date, n.first_post_date, n.counted_on, n.pace);
  return null;
end
$$;
