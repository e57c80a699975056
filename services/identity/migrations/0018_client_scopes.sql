-- Whether a client named its scopes when it registered, which then bound what it asks for. Those that named none get the scopes of
-- their family, and ask for more when they need it.
alter table oauth_clients add column names_scopes boolean not null default false;
