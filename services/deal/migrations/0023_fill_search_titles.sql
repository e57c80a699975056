-- no transaction
-- Of videos that were there before: in pieces, each of which makes a writer wait for a moment. A video that somebody changes meanwhile
-- is left out until it is free.
do $$
declare
  after_id uuid := '00000000-0000-0000-0000-000000000000';
  last_id uuid;
begin
  loop
    select id into last_id from deal_videos where id > after_id order by id offset 999 limit 1;
    update deal_videos
       set search_title = extensions.search_text(title)
     where id in (select id from deal_videos
                   where id > after_id and (last_id is null or id <= last_id) and title is not null and search_title is null
                     for no key update skip locked);
    commit;
    after_id := last_id;
    if after_id is null then
      exit when not exists (select from deal_videos where title is not null and search_title is null);
      after_id := '00000000-0000-0000-0000-000000000000';
      perform pg_sleep(0.1);
    end if;
  end loop;
end
$$;
