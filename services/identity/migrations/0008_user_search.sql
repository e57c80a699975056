-- no transaction
-- Administrators search accounts by any part of their address or name. What a failed build has left behind is built anew.
drop index concurrently if exists users_search;
create index concurrently users_search on users
  using gin (extensions.search_text(email) extensions.gin_trgm_ops, extensions.search_text(name) extensions.gin_trgm_ops);
