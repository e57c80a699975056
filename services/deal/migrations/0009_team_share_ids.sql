-- A share is ended by its id.
alter table deal_team_shares add column id uuid not null default gen_random_uuid();
create unique index deal_team_shares_id on deal_team_shares (id);
