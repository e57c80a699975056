-- no transaction
drop index concurrently if exists screenshots_search;
create index concurrently screenshots_search on screenshots
  using gin (screenshot_search_text(short_id, source_url, note, capture) extensions.gin_trgm_ops);
