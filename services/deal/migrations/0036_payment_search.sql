-- no transaction
drop index concurrently if exists deal_payments_search;
create index concurrently deal_payments_search on deal_payments
  using gin (payment_search_text(reference, notes) extensions.gin_trgm_ops);
