-- For the list of all of an owner's videos, newest first.
create index deal_videos_of_owner on deal_videos (owner_id, created_at desc, id desc);

-- What a search of that list compares with: stored, because a search that many titles match would make it of each of them anew.
alter table deal_videos add column search_title text generated always as (extensions.search_text(title)) stored;
create index deal_videos_search_title on deal_videos using gin (search_title extensions.gin_trgm_ops);
