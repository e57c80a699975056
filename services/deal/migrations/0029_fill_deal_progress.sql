-- no transaction
-- Of deals that were there before: in pieces, each of which makes a writer wait for a moment. A deal that somebody changes meanwhile
-- is left out until it is free.
do $$
declare
  after_id uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid;
begin
  loop
    select id into last_id from deal.deals where id > after_id order by id offset 999 limit 1;
    perform deal.write_deal_progress(array(
      select d.id from deal.deals d
       where d.id > after_id and (last_id is null or d.id <= last_id)
         and not exists (select from deal.deal_progress p where p.deal_id = d.id)
         for no key update of d skip locked));
    commit;
    after_id := last_id;
    if after_id is null then
      exit when not exists (
        select from deal.deals d where not exists (select from deal.deal_progress p where p.deal_id = d.id));
      after_id := '00000000-0000-0000-0000-000000000000';
      perform pg_sleep(0.1);
    end if;
  end loop;
end
$$;
