-- no transaction
-- Of deals whose progress was written after the trigger on deals was there and before the one on their videos was: a video that changed
-- in between is not in it. In pieces, as a writer waits for each; a deal that somebody changes meanwhile is looked at when it is free.
do $$
declare
  after_id uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid;
  stale uuid[];
begin
  loop
    select id into last_id from deal.deals where id > after_id order by id offset 999 limit 1;
    loop
      stale := array(
        select p.deal_id from deal.deal_progress p
         where p.deal_id > after_id and (last_id is null or p.deal_id <= last_id)
           and p.next_due_date is distinct from (select min(v.next_due_date) from deal.deal_videos v where v.deal_id = p.deal_id));
      exit when stale = '{}';
      perform deal.write_deal_progress(array(select id from deal.deals where id = any (stale) order by id for no key update skip locked));
      commit;
      perform pg_sleep(0.1);
    end loop;
    commit;
    exit when last_id is null;
    after_id := last_id;
  end loop;
end
$$;
