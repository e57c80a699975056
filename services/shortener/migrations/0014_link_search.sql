-- no transaction
drop index concurrently if exists links_search;
create index concurrently links_search on links
  using gin (link_search_text(short_id, target_url, title, campaign, tags) extensions.gin_trgm_ops);
