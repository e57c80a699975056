-- no transaction
-- What agents wrote on their own word and the user has not answered. What a failed build has left behind is built anew.
drop index concurrently if exists memories_inbox;
create index concurrently memories_inbox on memories (owner_id, created_at desc, id desc)
  where actor_kind = 'agent' and approval_id is null and kept_at is null and archived_at is null;
