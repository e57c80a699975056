-- Offers of a place in a team, to whoever has or gets an account with the address.
create table invitations (
  id            uuid           primary key,
  team_id       uuid           not null references teams (id) on delete cascade,
  email         text           not null check (length(email) <= 254),
  role          text           not null check (role in ('owner', 'admin', 'member')),
  invited_by_id uuid           references users (id) on delete set null,
  created_at    timestamptz(3) not null default now()
);

create unique index invitations_open on invitations (team_id, lower(email));
create index invitations_of_address on invitations (lower(email), created_at desc, id desc);
create index invitations_by_user on invitations (invited_by_id);
create index memberships_of_team on memberships (team_id, since, user_id) where status = 'active';
