-- What a search of links looks at, what people know one by first. The parts stand on lines of their own, so that no search matches
-- across two of them.
create function link_search_text(short_id text, target_url text, title text, campaign text, tags text[]) returns text
  language sql immutable parallel safe
  return extensions.search_text(
           concat_ws(E'\n', title, short_id, target_url, campaign, array_to_string(tags, E'\n')));
