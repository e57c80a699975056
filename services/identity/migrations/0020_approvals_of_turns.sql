-- no transaction
-- What the copilot asks for: bound to a turn in place of a connection.
alter table agent_approvals add column if not exists turn_id uuid;
-- Of the turn, for people who want to see what led to it.
alter table agent_approvals add column if not exists conversation_id uuid;
-- What the user has made of the input; null where they have left it as it is, and once the input is gone.
alter table agent_approvals add column if not exists edited_input text;
-- SHA-256 of its canonical JSON.
alter table agent_approvals add column if not exists edited_hash bytea;
-- Why they have said no, for the copilot.
alter table agent_approvals add column if not exists reason text;

alter table agent_approvals drop constraint if exists agent_approvals_asker;
alter table agent_approvals add constraint agent_approvals_asker
  check (turn_id is null or (connection_id is null and conversation_id is not null)) not valid;
alter table agent_approvals validate constraint agent_approvals_asker;
alter table agent_approvals drop constraint if exists agent_approvals_sizes;
alter table agent_approvals add constraint agent_approvals_sizes
  check (octet_length(edited_input) <= 2000000 and length(edited_hash) = 32 and length(reason) between 1 and 500) not valid;
alter table agent_approvals validate constraint agent_approvals_sizes;

-- What a failed build has left behind is rebuilt.
drop index concurrently if exists agent_approvals_of_turn;
create index concurrently agent_approvals_of_turn on agent_approvals (turn_id) where turn_id is not null;
