-- What the copilot asks for: bound to a turn in place of a connection.
alter table agent_approvals
  add column turn_id         uuid,
  -- Of the turn, for people who want to see what led to it.
  add column conversation_id uuid,
  -- What the user has made of the input; null where they have left it as it is, and once the input is gone.
  add column edited_input    text  check (octet_length(edited_input) <= 2000000),
  -- SHA-256 of its canonical JSON.
  add column edited_hash     bytea check (length(edited_hash) = 32),
  -- Why they have said no, for the copilot.
  add column reason          text  check (length(reason) between 1 and 500),
  add constraint agent_approvals_asker check (turn_id is null or (connection_id is null and conversation_id is not null));

create index agent_approvals_of_turn on agent_approvals (turn_id) where turn_id is not null;
