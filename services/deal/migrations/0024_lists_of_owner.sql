-- no transaction
-- An index whose building was cut is there and serves nobody: it goes, and is built again.
do $$
declare
  unfinished text;
begin
  for unfinished in
    select relname from pg_class join pg_index on indexrelid = pg_class.oid
     where not indisvalid
       and indexrelid in (to_regclass('deal_videos_of_owner'), to_regclass('deal_videos_search_title'),
                          to_regclass('deal_payments_newest_of_owner'))
  loop
    execute format('alter index %I rename to %I', unfinished, unfinished || '_unfinished');
  end loop;
end
$$;
drop index concurrently if exists deal_videos_of_owner_unfinished;
drop index concurrently if exists deal_videos_search_title_unfinished;
drop index concurrently if exists deal_payments_newest_of_owner_unfinished;

-- For the list of all of an owner's videos, newest first, and for a search of it.
create index concurrently if not exists deal_videos_of_owner on deal_videos (owner_id, created_at desc, id desc);
create index concurrently if not exists deal_videos_search_title on deal_videos
  using gin (search_title extensions.gin_trgm_ops);
-- For the list of all of an owner's payments, newest first.
create index concurrently if not exists deal_payments_newest_of_owner on deal_payments (owner_id, created_at desc, id desc);
