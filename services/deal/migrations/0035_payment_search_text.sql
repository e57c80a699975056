-- What a search of payments looks at, besides their deals. The parts stand on lines of their own, so that no search matches across two
-- of them.
create function payment_search_text(reference text, notes text) returns text
  language sql immutable parallel safe
  return extensions.search_text(concat_ws(E'\n', reference, notes));
