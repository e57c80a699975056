-- no transaction
-- The connection of the agent that made the change; null for users, for the copilot, and for older rows.
alter table deal_activity add column if not exists connection_id uuid;

-- What one agent did, and what the copilot did. Partitions created from now on get both indexes; existing ones, up to three months ahead, are
-- read by the owner's index.
create index if not exists deal_activity_of_connection on only deal_activity (owner_id, connection_id, created_at desc, id desc)
  where connection_id is not null;
create index if not exists deal_activity_of_copilot on only deal_activity (owner_id, created_at desc, id desc)
  where agent_source = 'copilot';

-- An interrupted build leaves an invalid index: drop it, and build it again.
do $$
declare
  unfinished text;
begin
  for unfinished in
    select relname from pg_class join pg_index on indexrelid = pg_class.oid
     where not indisvalid
       and relnamespace = 'deal'::regnamespace
       and relname in ('deal_activity_default_of_connection', 'deal_activity_default_of_copilot')
  loop
    execute format('alter index deal.%I rename to %I', unfinished, unfinished || '_unfinished');
  end loop;
end
$$;
drop index concurrently if exists deal_activity_default_of_connection_unfinished;
drop index concurrently if exists deal_activity_default_of_copilot_unfinished;
create index concurrently if not exists deal_activity_default_of_connection on deal_activity_default
  (owner_id, connection_id, created_at desc, id desc) where connection_id is not null;
create index concurrently if not exists deal_activity_default_of_copilot on deal_activity_default
  (owner_id, created_at desc, id desc) where agent_source = 'copilot';
alter index deal_activity_of_connection attach partition deal_activity_default_of_connection;
alter index deal_activity_of_copilot attach partition deal_activity_default_of_copilot;
