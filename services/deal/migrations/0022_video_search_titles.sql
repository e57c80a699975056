-- replaces 0020_videos_of_owner.sql
-- replaces 0021_payments_of_owner.sql
-- Those held up readers and writers for as long as their tables are large. This one and the next two reach the same schema with and
-- without them, and change nothing that is there already.

-- What a search of all of an owner's videos compares with: kept, because a search that many titles match would make it of each of them
-- anew. A trigger fills it, as a generated column would be written into all rows at once.
alter table deal_videos add column if not exists search_title text;
alter table deal_videos alter column search_title drop expression if exists;

create function fill_search_title() returns trigger
  language plpgsql
as $$
begin
  new.search_title := extensions.search_text(new.title);
  return new;
end
$$;
create trigger deal_videos_search_title before insert or update of title on deal_videos
  for each row execute function fill_search_title();
