-- no transaction
-- An index whose building was cut is there and serves nobody: it goes, and is built again.
do $$
declare
  unfinished text;
begin
  for unfinished in
    select relname from pg_class join pg_index on indexrelid = pg_class.oid
     where not indisvalid
       and relnamespace = 'deal'::regnamespace
       and relname ~ '^deals_by_(name|status|brand|price|post_date)_covering$'
  loop
    execute format('alter index deal.%I rename to %I', unfinished, unfinished || '_unfinished');
  end loop;
end
$$;
drop index concurrently if exists deals_by_name_covering_unfinished;
drop index concurrently if exists deals_by_status_covering_unfinished;
drop index concurrently if exists deals_by_brand_covering_unfinished;
drop index concurrently if exists deals_by_price_covering_unfinished;
drop index concurrently if exists deals_by_post_date_covering_unfinished;

-- Each order of deals, with what a page that begins far behind passes over by the index alone: the status, by which lists are filtered
-- most, and the texts of which the order is an expression, without which the server reads the deals to work it out again. All of these are
-- in indexes already, so that no change of a deal writes more of them.
create index concurrently if not exists deals_by_name_covering on deals
  (owner_id, "left"(extensions.search_text(name), 200), id) include (name, status);
create index concurrently if not exists deals_by_status_covering on deals
  (owner_id, array_position(array['draft', 'active', 'completed', 'cancelled'], status), id) include (status);
create index concurrently if not exists deals_by_brand_covering on deals
  (owner_id, "left"(extensions.search_text(brand), 200), id) include (brand, status);
create index concurrently if not exists deals_by_price_covering on deals (owner_id, price, id) include (status);
create index concurrently if not exists deals_by_post_date_covering on deals (owner_id, post_date, id) include (status);
-- Under the names of those whose places they take.
drop index concurrently if exists deals_by_name;
drop index concurrently if exists deals_by_status;
drop index concurrently if exists deals_by_brand;
drop index concurrently if exists deals_by_price;
drop index concurrently if exists deals_by_post_date;
alter index deals_by_name_covering rename to deals_by_name;
alter index deals_by_status_covering rename to deals_by_status;
alter index deals_by_brand_covering rename to deals_by_brand;
alter index deals_by_price_covering rename to deals_by_price;
alter index deals_by_post_date_covering rename to deals_by_post_date;
