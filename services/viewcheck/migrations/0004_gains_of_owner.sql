-- no transaction
-- An index whose building was cut is there and serves nobody: it goes, and is built again.
do $$
begin
  if exists (select from pg_index where not indisvalid and indexrelid = to_regclass('viewcheck.view_logs_of_owner_by_video')) then
    alter index viewcheck.view_logs_of_owner_by_video rename to view_logs_of_owner_by_video_unfinished;
  end if;
end
$$;
drop index concurrently if exists view_logs_of_owner_by_video_unfinished;

-- For what an owner's videos gained: each reading beside the one before it, from the index alone and in no need of sorting.
create index concurrently if not exists view_logs_of_owner_by_video on view_logs (owner_id, video_id, checked_at, id)
  include (deal_id, value);
