-- When a record was shared with a team again that was shared with it already: the end of a membership takes back what was shared
-- before it, not after. Null when it was shared once.
alter table deal_team_shares add column confirmed_at timestamptz(3);
alter table contact_team_shares add column confirmed_at timestamptz(3);
alter table message_template_team_shares add column confirmed_at timestamptz(3);
alter table deal_template_team_shares add column confirmed_at timestamptz(3);
alter table task_team_shares add column confirmed_at timestamptz(3);
