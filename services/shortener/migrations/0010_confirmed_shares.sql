-- When a link was shared with a team again that was shared with it already: the end of a membership takes back what was shared
-- before it, not after. Null when it was shared once.
alter table link_shares add column confirmed_at timestamptz(3);
