-- When somebody opened a link that was mailed to the address: until then anybody may have signed up with it.
alter table users add column email_confirmed_at timestamptz(3);

-- The secret of the link that is mailed, which the answer to the inviter does not have. SHA-256, as of the other one; links that
-- were mailed before have that other one, and prove nothing.
alter table invitations
  add column mailed_secret_hash bytea,
  add constraint invitations_mailed_secret_hash_check check (length(mailed_secret_hash) = 32) not valid;

-- Links that administrators make are passed on by hand, and prove nothing.
alter table password_resets add column mailed boolean not null default false;

create table address_confirmations (
  -- SHA-256 of the token in the link.
  token_hash bytea          primary key check (length(token_hash) = 32),
  user_id    uuid           not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);

create index address_confirmations_of_user on address_confirmations (user_id);
create index address_confirmations_expired on address_confirmations (expires_at);
