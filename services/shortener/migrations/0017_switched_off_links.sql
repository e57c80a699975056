-- What administrators do about links, beside the owner's own switch: the administrator who has switched the link off, and whether
-- the account of its owner is disabled.
alter table links
  add column switched_off_by uuid,
  add column owner_disabled  boolean not null default false;

-- What identity says of accounts, so that what comes late changes nothing.
create table account_standings (
  owner_id        uuid    primary key,
  is_disabled     boolean not null,
  account_version integer not null
);
