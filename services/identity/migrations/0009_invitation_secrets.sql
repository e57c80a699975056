-- An invitation belongs to whoever shows its secret: an address proves nothing, as anybody may sign up with any. Those that went by
-- address end here; what a process of the old version still writes has no secret, and opens nothing.
delete from invitations;

alter table invitations
  -- SHA-256 of the secret in the link.
  add column secret_hash bytea unique check (length(secret_hash) = 32),
  add column expires_at timestamptz(3) not null default now() + interval '14 days';

create index invitations_expired on invitations (expires_at);
drop index invitations_of_address;

-- Who has shown the secret while signed in: the invitation is on their list until it ends.
create table shown_invitations (
  user_id       uuid not null references users (id) on delete cascade,
  invitation_id uuid not null references invitations (id) on delete cascade,
  primary key (user_id, invitation_id)
);

create index shown_invitations_of_invitation on shown_invitations (invitation_id);
