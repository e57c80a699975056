-- no transaction
-- Fills in the pace of existing deals in batches, so that writers wait only briefly. Deals locked by a writer are retried.
do $$
declare
  after_id uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid;
  unfilled uuid[];
begin
  loop
    select id into last_id from deal.deals where id > after_id order by id offset 999 limit 1;
    loop
      unfilled := array(
        select p.deal_id from deal.deal_progress p
         where p.deal_id > after_id and (last_id is null or p.deal_id <= last_id) and p.first_post_date is null
           and exists (select from deal.deal_videos v where v.deal_id = p.deal_id));
      exit when unfilled = '{}';
      perform deal.write_deal_progress(array(
        select id from deal.deals where id = any (unfilled) order by id for no key update skip locked));
      commit;
      perform pg_sleep(0.1);
    end loop;
    commit;
    exit when last_id is null;
    after_id := last_id;
  end loop;
end
$$;
