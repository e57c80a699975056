-- Links to one record for people without an account.
create table external_shares (
  id             uuid           primary key,
  owner_id       uuid           not null,
  entity_type    text           not null check (entity_type in ('deal', 'contact', 'influencer')),
  entity_id      uuid           not null,
  -- The owner may look the link up again, so the token itself is kept.
  token          text           not null unique check (length(token) = 43),
  password_hash  text,
  expires_at     timestamptz(3),
  max_views      integer        check (max_views between 1 and 1000000),
  view_count     integer        not null default 0,
  visible_fields text[]         not null check (cardinality(visible_fields) <= 64),
  is_active      boolean        not null default true,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  version        integer        not null default 1
);

create index external_shares_of_owner on external_shares (owner_id, created_at desc, id desc);
create index external_shares_of_record on external_shares (entity_id);

-- Lets a viewer look again for a while without using up a view.
create table viewing_passes (
  -- SHA-256 of the pass.
  pass_hash  bytea          primary key check (length(pass_hash) = 32),
  share_id   uuid           not null references external_shares (id) on delete cascade,
  expires_at timestamptz(3) not null
);

create index viewing_passes_of_share on viewing_passes (share_id);
create index viewing_passes_expired on viewing_passes (expires_at);
