-- no transaction
-- An index whose building was cut is there and serves nobody: it goes, and is built again.
do $$
begin
  if exists (select from pg_index where indexrelid = to_regclass('links_by_title') and not indisvalid) then
    alter index links_by_title rename to links_by_title_unfinished;
  end if;
end
$$;
drop index concurrently if exists links_by_title_unfinished;

-- For the list of an owner's links by title, by the expression that the list sorts by; the other direction reads it backward.
create index concurrently if not exists links_by_title on links
  (owner_id, "left"(extensions.search_text(title), 200), id) where deleted_at is null;
