-- What a search of screenshots looks at, what people know one by first. The parts stand on lines of their own, so that no search
-- matches across two of them.
create function screenshot_search_text(short_id text, source_url text, note text, capture jsonb) returns text
  language sql immutable parallel safe
  return extensions.search_text(concat_ws(E'\n', note, capture ->> 'title', source_url, short_id));
